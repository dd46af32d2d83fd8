package io.metasched.simulation.input;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Format of compressed files, recognized by its first octets. */
public enum Packing {
  /** Format of {@code .gz} files, the only one allowed for logs. */
  GZIP("gzip", "gunzip", 0x1f, 0x8b),
  /** Format of {@code .bz2} files. */
  BZIP2("bzip2", "bunzip2", 'B', 'Z', 'h'),
  /** Format of {@code .xz} files. */
  XZ("xz", "unxz", 0xfd, '7', 'z', 'X', 'Z', 0),
  /** Format of {@code .zip} files. */
  ZIP("zip", "unzip", 'P', 'K', 3, 4),
  /** Format of {@code .zst} files. */
  ZSTANDARD("Zstandard", "unzstd", 0x28, 0xb5, 0x2f, 0xfd),
  /** Format of {@code .7z} files. */
  SEVEN_ZIP("7-Zip", "7z x", '7', 'z', 0xbc, 0xaf, 0x27, 0x1c),
  /** Format of {@code .Z} files. */
  COMPRESS("compress", "uncompress", 0x1f, 0x9d);

  /** Number of octets that are needed to recognize any format. */
  public static final int OCTETS = 6;

  private final String title;
  private final String unpacked;
  private final String begin;

  Packing(String title, String unpacked, int... begin) {
    this.title = title;
    this.unpacked = unpacked;
    this.begin = new String(begin, 0, begin.length);
  }

  /**
   * Returns the format of a file that begins with the given octets; empty if it is not compressed.
   */
  public static Optional<Packing> of(byte[] first) {
    var octets = new String(first, StandardCharsets.ISO_8859_1);
    return Arrays.stream(values()).filter(each -> octets.startsWith(each.begin)).findFirst();
  }

  /** Returns the reason why a file of this format is not read. */
  public String refusal() {
    return "is packed with %s; unpack it first (%s)".formatted(title, unpacked);
  }
}
