package io.metasched.resource.broker.xml;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stream that fails with an exception after a maximum number of bytes. */
final class CountedInput extends FilterInputStream {
  /** Exception for a stream longer than allowed. */
  static final class TooLongException extends IOException {
    @java.io.Serial private static final long serialVersionUID = 1;
  }

  private long left;

  CountedInput(InputStream in, long most) {
    super(in);
    left = most;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    count(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    count(Math.max(0, read));
    return read;
  }

  private void count(int read) throws TooLongException {
    left -= read;
    if (left < 0) {
      throw new TooLongException();
    }
  }
}
