package io.metasched.metascheduler.program;

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

/** SHA-256 in hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  /** Returns the digest of bytes. */
  public static String of(byte[] bytes) {
    return hex(digest().digest(bytes));
  }

  /** Returns the digest of a text in UTF-8. */
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the digest of lines, each followed by a line feed. */
  public static String of(Stream<String> lines) {
    var digest = digest();
    lines.forEach(line -> digest.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
    return hex(digest.digest());
  }

  /** Returns the digest of the bytes of a file. */
  public static String of(Path file) throws IOException {
    var digest = digest();
    try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return hex(digest.digest());
  }

  /** Returns a new digest. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JDK has SHA-256", missing);
    }
  }

  private static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }
}
