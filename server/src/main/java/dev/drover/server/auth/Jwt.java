package dev.drover.server.auth;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A JSON Web Token in its compact form, signed by `ES256`.
///
/// @param signed the part that is signed
record Jwt(TreeNode header, TreeNode claims, String signed, Bytes signature) {
  static final String ALGORITHM = "ES256";

  // JOSE joins the two numbers of a signature as they are; the JDK's usual form is DER.
  private static final String SIGNATURE = "SHA256withECDSAinP1363Format";

  /// A new token in its text form.
  static String sign(String keyId, PrivateKey key, Map<String, ? extends @Nullable Object> claims) {
    String signed = json(Map.of("alg", ALGORITHM, "kid", keyId)) + "." + json(claims);
    try {
      Signature signature = Signature.getInstance(SIGNATURE);
      signature.initSign(key);
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("sign a token by " + ALGORITHM, e);
    }
  }

  /// Takes a token apart; nothing of it can be trusted yet.
  static Optional<Jwt> parse(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      Optional<TreeNode> header = object(parts[0]);
      Optional<TreeNode> claims = object(parts[1]);
      return header.isEmpty() || claims.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Jwt(
                  header.get(),
                  claims.get(),
                  parts[0] + "." + parts[1],
                  Bytes.of(Base64.getUrlDecoder().decode(parts[2]))));
    } catch (IllegalArgumentException | DecodeException e) {
      return Optional.empty(); // any other text may be a token, too, just not one of this kind
    }
  }

  private static Optional<TreeNode> object(String base64) {
    String json = new String(Base64.getUrlDecoder().decode(base64), StandardCharsets.UTF_8);
    return RawExtension.ofJson(json).tree() instanceof Map<?, ?> tree
        ? Optional.of(TreeNode.view(tree))
        : Optional.empty();
  }

  boolean isSignedBy(PublicKey key) {
    try {
      Signature verifier = Signature.getInstance(SIGNATURE);
      verifier.initVerify(key);
      verifier.update(signed.getBytes(StandardCharsets.US_ASCII));
      return header.text("alg").equals(ALGORITHM) && verifier.verify(signature.toByteArray());
    } catch (GeneralSecurityException e) {
      return false; // not even the form of a signature
    }
  }

  private static String json(Map<String, ? extends @Nullable Object> tree) {
    return base64(RawExtension.ofTree(tree).raw().toByteArray());
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return "Jwt[of " + claims.text("sub") + "]";
  }
}
