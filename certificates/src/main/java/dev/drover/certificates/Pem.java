package dev.drover.certificates;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text form of certificates and keys.
///
/// ```java
/// String text = Pem.encode("CERTIFICATE", certificate.getEncoded());
/// List<Pem.Block> blocks = Pem.blocks(Files.readString(Path.of("ca.crt")));
/// ```
public final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?m)^-----BEGIN ([^\\n"
              + "-]+)-----\\s*\\n"
              + "((?:[^\\n"
              + ":]+:[^\\n"
              + "]*\\n"
              + ")*)([A-Za-z0-9+/=\\s]*?)\\n"
              + "?-----END \\1-----");

  private Pem() {}

  /// Wraps bytes in lines `BEGIN` and `END` with this label, such as `CERTIFICATE`.
  public static String encode(String label, byte[] der) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  /// The blocks in a text; what is between them does not count.
  public static List<Block> blocks(String text) {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text.replace("\r\n", "\n"));
    while (matcher.find()) {
      byte[] content = Base64.getMimeDecoder().decode(matcher.group(3));
      blocks.add(new Block(matcher.group(1), !matcher.group(2).isEmpty(), content));
    }
    return blocks;
  }

  /// One block of a PEM text.
  public static final class Block {
    private final String label;
    private final boolean hasHeaders;
    private final byte[] content;

    private Block(String label, boolean hasHeaders, byte[] content) {
      this.label = label;
      this.hasHeaders = hasHeaders;
      this.content = content;
    }

    public String label() {
      return label;
    }

    public boolean hasHeaders() {
      return hasHeaders;
    }

    public byte[] content() {
      return content.clone();
    }
  }
}
