package io.metasched.simulation.rows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
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

  /** SHA-256 over the bytes of a file, in hexadecimal. */
  public static String of(Path file) throws IOException {
    var sha256 = digest();
    try (var in = new DigestInputStream(Files.newInputStream(file), sha256)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
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
