package io.metasched.simulation.rows;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/** Fingerprints of texts. */
public final class Sha256 {
  private Sha256() {}

  /** SHA-256 over lines, each with a line feed behind it, in hexadecimal. */
  public static String of(Stream<String> lines) {
    var sha256 = digest();
    lines.forEach(line -> sha256.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
    return HexFormat.of().formatHex(sha256.digest());
  }

  /** A SHA-256 of nothing yet. */
  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JVM has SHA-256", missing);
    }
  }
}
