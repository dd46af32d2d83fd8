package io.metasched.service.notice;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signatures of deliveries, by which receivers recognize the service. */
public final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /**
   * Returns the HMAC of a delivery: of the timestamp, a full stop and the body.
   *
   * @param timestamp seconds since 1970
   */
  public static String of(String secret, long timestamp, String body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      var text = timestamp + "." + body;
      return "sha256="
          + HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // each JVM has this algorithm
    }
  }
}
