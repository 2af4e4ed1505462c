package dev.drover.server.kinds.core;

import dev.drover.api.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks that a certificate and a private key are of one algorithm, with the messages of Go's TLS.
///
/// In Go: `tls.X509KeyPair`; whether the two belong together is not checked.
final class TlsKeyPairs {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([^-\n]+)-----\\s*([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  private TlsKeyPairs() {}

  static Optional<String> complaint(byte[] certificate, byte[] key) {
    List<Block> certificates = blocks(certificate);
    Optional<Block> first =
        certificates.stream().filter(block -> block.type().equals("CERTIFICATE")).findFirst();
    if (first.isEmpty()) {
      return Optional.of(noCertificate(types(certificates)));
    }
    List<Block> keys = blocks(key);
    if (keys.stream().noneMatch(Block::isPrivateKey)) {
      return Optional.of(noKey(types(keys)));
    }
    return isCertificate(first.get().content())
        ? Optional.empty()
        : Optional.of("x509: malformed certificate");
  }

  private static String noCertificate(List<String> others) {
    if (others.isEmpty()) {
      return "tls: failed to find any PEM data in certificate input";
    }
    return others.size() == 1 && others.getFirst().endsWith("PRIVATE KEY")
        ? "tls: failed to find certificate PEM data in certificate input, but did find a private"
            + " key; PEM inputs may have been switched"
        : "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM"
            + " blocks of the following types: "
            + others;
  }

  private static String noKey(List<String> others) {
    if (others.isEmpty()) {
      return "tls: failed to find any PEM data in key input";
    }
    return others.size() == 1 && others.getFirst().equals("CERTIFICATE")
        ? "tls: found a certificate rather than a key in the PEM for the private key"
        : "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after"
            + " skipping PEM blocks of the following types: "
            + others;
  }

  private static boolean isCertificate(Bytes der) {
    try {
      CertificateFactory.getInstance("X.509").generateCertificate(der.asInputStream());
      return true;
    } catch (CertificateException malformed) {
      return false;
    }
  }

  private static List<String> types(List<Block> blocks) {
    return blocks.stream().map(Block::type).toList();
  }

  private static List<Block> blocks(byte[] pem) {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(new String(pem, StandardCharsets.ISO_8859_1));
    while (matcher.find()) {
      byte[] content = Base64.getMimeDecoder().decode(matcher.group(2));
      blocks.add(new Block(matcher.group(1), Bytes.of(content)));
    }
    return blocks;
  }

  private record Block(String type, Bytes content) {
    boolean isPrivateKey() {
      return type.equals("PRIVATE KEY") || type.endsWith(" PRIVATE KEY");
    }
  }
}
