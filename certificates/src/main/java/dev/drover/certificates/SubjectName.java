package dev.drover.certificates;

import java.util.ArrayList;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/// The parts of a certificate's subject that Kubernetes reads.
///
/// @param commonName the name of the user; empty when there is none
/// @param organizations its groups, in the order of the certificate
public record SubjectName(String commonName, List<String> organizations) {
  private static final byte[] COMMON_NAME = Der.oid(2, 5, 4, 3);
  private static final byte[] ORGANIZATION = Der.oid(2, 5, 4, 10);

  public SubjectName {
    organizations = List.copyOf(organizations);
  }

  public static SubjectName of(X500Principal principal) {
    String commonName = "";
    List<String> organizations = new ArrayList<>();
    for (DerElement relativeName : DerElement.of(principal.getEncoded()).children()) {
      for (DerElement attribute : relativeName.children()) {
        DerElement type = attribute.children().getFirst();
        String value = attribute.children().getLast().text();
        if (type.is(COMMON_NAME)) {
          commonName = value; // of several the last one counts, as in Go
        } else if (type.is(ORGANIZATION)) {
          organizations.add(value);
        }
      }
    }
    return new SubjectName(commonName, organizations);
  }
}
