package io.metasched.simulation.rows;

import io.metasched.metascheduler.program.PrintableText;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Regular file of bounded size that must be UTF-8 and end with a line end. */
public final class ResultFile extends FilterInputStream {
  private final Path path;
  private final long mostBytes;
  private long bytes;
  private int last = '\n';

  private ResultFile(InputStream in, Path path, long mostBytes) {
    super(in);
    this.path = path;
    this.mostBytes = mostBytes;
  }

  /**
   * @throws ResultFormatException if it is not a readable file of at most {@code mostBytes} bytes
   */
  static ResultFile open(Path path, long mostBytes) {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal(path, "does not exist");
    }
    if (!Files.isRegularFile(path)) {
      throw refusal(path, "is not a regular file");
    }
    try {
      if (Files.size(path) > mostBytes) {
        throw tooLarge(path, mostBytes);
      }
      return new ResultFile(Files.newInputStream(path), path, mostBytes);
    } catch (IOException unreadable) {
      throw refusal(path, "cannot be read: " + PrintableText.reason(unreadable));
    }
  }

  public static ResultFormatException refusal(Path path, String what) {
    return new ResultFormatException("%s: %s".formatted(PrintableText.escaped(path), what));
  }

  /**
   * Returns the text of the file; reading throws a {@link
   * java.nio.charset.CharacterCodingException} if it is not UTF-8.
   */
  Reader text() {
    return new InputStreamReader(this, strictUtf8());
  }

  /** Returns whether the bytes read so far end with a line end. */
  boolean endsWithLine() {
    return last == '\n';
  }

  @Override
  public int read() throws IOException {
    int octet = super.read();
    if (octet >= 0) {
      count(1, octet);
    }
    return octet;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int got = super.read(buffer, offset, length);
    if (got > 0) {
      count(got, buffer[offset + got - 1]);
    }
    return got;
  }

  private void count(int got, int newLast) {
    bytes += got;
    last = newLast;
    if (bytes > mostBytes) {
      throw tooLarge(path, mostBytes);
    }
  }

  private static ResultFormatException tooLarge(Path path, long mostBytes) {
    return refusal(path, "may have at most %d bytes, but has more".formatted(mostBytes));
  }

  private static CharsetDecoder strictUtf8() {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT);
  }
}
