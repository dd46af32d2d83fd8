package io.metasched.simulation.input;

import io.metasched.simulation.text.PrintableText;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The text of a file that a user wrote: UTF-8, or UTF-16 where a byte order mark says so. Only
 * regular files up to a size are read.
 */
final class InputText extends FilterInputStream {
  static final long MOST_BYTES = 1L << 30;

  private final long most;
  private long bytes;

  /** The file has more bytes than are allowed. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException(long most) {
      super("allowed are at most %d bytes".formatted(most));
    }
  }

  private InputText(InputStream in, long most) {
    super(in);
    this.most = most;
  }

  /**
   * Opens a file; the caller closes the reader.
   *
   * @throws IOException for anything but a readable regular file
   */
  static Reader open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(Files.exists(file) ? "is not a regular file" : "does not exist");
    }
    var bounded = new InputText(Files.newInputStream(file), MOST_BYTES);
    try {
      var in = new PushbackInputStream(bounded, 3);
      return new InputStreamReader(
          in,
          charset(in)
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT));
    } catch (IOException e) {
      bounded.close();
      throw e;
    }
  }

  /** The file as messages show it. */
  static String shown(Path file) {
    return PrintableText.replaced(file.toString(), '?');
  }

  /** Takes the byte order mark, where there is one. */
  private static Charset charset(PushbackInputStream in) throws IOException {
    var mark = in.readNBytes(3);
    if (mark.length == 3
        && mark[0] == (byte) 0xef
        && mark[1] == (byte) 0xbb
        && mark[2] == (byte) 0xbf) {
      return StandardCharsets.UTF_8;
    }
    boolean big = mark.length >= 2 && mark[0] == (byte) 0xfe && mark[1] == (byte) 0xff;
    boolean little = mark.length >= 2 && mark[0] == (byte) 0xff && mark[1] == (byte) 0xfe;
    int taken = big || little ? 2 : 0;
    in.unread(mark, taken, mark.length - taken);
    return big
        ? StandardCharsets.UTF_16BE
        : little ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
  }

  @Override
  public int read() throws IOException {
    int octet = super.read();
    count(octet < 0 ? 0 : 1);
    return octet;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int got = super.read(buffer, offset, length);
    count(Math.max(0, got));
    return got;
  }

  private void count(int got) throws TooLargeException {
    bytes += got;
    if (bytes > most) {
      throw new TooLargeException(most);
    }
  }
}
