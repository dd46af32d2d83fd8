package io.metasched.simulation.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stream with a maximum number of bytes; reading beyond it is an error. */
public final class BoundedInput extends FilterInputStream {
  private final long most;
  private long bytes;

  /** Creates a stream of at most {@code most} bytes. */
  public BoundedInput(InputStream in, long most) {
    super(in);
    this.most = most;
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

  private void count(int got) throws IOException {
    bytes += got;
    if (bytes > most) {
      throw new IOException("allowed are at most %d bytes of text".formatted(most));
    }
  }
}
