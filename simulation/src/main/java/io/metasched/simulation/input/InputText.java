package io.metasched.simulation.input;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.text.BoundedInput;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Text of a file written by a user: UTF-8, or UTF-16 if the text begins with the byte order mark of
 * UTF-16. Only regular files up to a maximum size are read.
 */
final class InputText {
  private static final long MOST_BYTES = 1L << 30;

  private InputText() {}

  /**
   * Opens a file; the caller closes the reader.
   *
   * @throws IOException for anything but a readable regular file
   */
  static Reader open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(Files.exists(file) ? "is not a regular file" : "does not exist");
    }
    var bounded = new BoundedInput(Files.newInputStream(file), MOST_BYTES);
    try {
      var first = bounded.readNBytes(Packing.OCTETS);
      var packing = Packing.of(first);
      if (packing.isPresent()) {
        throw new IOException(packing.get().refusal());
      }
      var in = new PushbackInputStream(bounded, Packing.OCTETS);
      in.unread(first);
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

  /** Returns the file for messages. */
  static String shown(Path file) {
    return PrintableText.replaced(file.toString());
  }

  /** Consumes the byte order mark, if there is one. */
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
}
