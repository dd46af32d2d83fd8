package io.metasched.simulation.workload.trace;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Text of a gzip stream (RFC 1952), its members one after another.
 *
 * <p>{@link java.util.zip.GZIPInputStream} is not used because it silently skips a damaged header
 * of a later member. It also recurses once per empty member, so that a small file can overflow the
 * stack. Commons Compress keeps the file name of a header without a bound. This class treats
 * anything but a member or zeros after a member as an error, and skips names.
 */
final class GunzipStream extends InputStream {
  private static final int DEFLATED = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA_FIELD = 4;
  private static final int FILE_NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final InputStream compressed;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] input = new byte[1 << 16];
  private int inputAt;
  private int inputEnd;
  private boolean inMember;
  private boolean ended;

  GunzipStream(InputStream compressed) {
    this.compressed = compressed;
  }

  @Override
  public int read() throws IOException {
    var single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (!ended && length > 0) {
      if (!inMember) {
        beginMember();
        continue;
      }
      int count = inflate(target, offset, length);
      if (count > 0) {
        crc.update(target, offset, count);
        return count;
      }
      if (inflater.finished()) {
        endMember();
      } else if (inflater.needsDictionary()) {
        throw new ZipException("the gzip data need a dictionary");
      } else if (inflater.needsInput()) {
        require(fill());
        inflater.setInput(input, 0, inputEnd);
      }
    }
    return length == 0 ? 0 : -1;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    compressed.close();
  }

  private int inflate(byte[] target, int offset, int length) throws ZipException {
    try {
      return inflater.inflate(target, offset, length);
    } catch (DataFormatException e) {
      var detail = e.getMessage() == null ? "no details" : e.getMessage();
      throw (ZipException) new ZipException("the gzip data are corrupt: " + detail).initCause(e);
    }
  }

  private void beginMember() throws IOException {
    if (inputAt == inputEnd && !fill()) {
      ended = true;
      return;
    }
    int first = octet();
    if (first == 0) {
      passPadding();
      return;
    }
    if (first != 0x1f || octet() != 0x8b) {
      throw somethingElse();
    }
    int method = octet();
    int flags = octet();
    if (method != DEFLATED || (flags & RESERVED) != 0) {
      throw new ZipException("the gzip header is corrupt");
    }
    skip(6);
    skipOptionalParts(flags);
    inflater.reset();
    inflater.setInput(input, inputAt, inputEnd - inputAt);
    crc.reset();
    inMember = true;
  }

  /** Skips the zeros up to the end, with which tapes and other media fill their blocks. */
  private void passPadding() throws IOException {
    while (inputAt < inputEnd || fill()) {
      if (octet() != 0) {
        throw somethingElse();
      }
    }
    ended = true;
  }

  private static ZipException somethingElse() {
    return new ZipException("something else follows the gzip data");
  }

  private void skipOptionalParts(int flags) throws IOException {
    if ((flags & EXTRA_FIELD) != 0) {
      skip((int) littleEndian(2));
    }
    if ((flags & FILE_NAME) != 0) {
      skipPastZero();
    }
    if ((flags & COMMENT) != 0) {
      skipPastZero();
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(2);
    }
  }

  private void endMember() throws IOException {
    inputAt = inputEnd - inflater.getRemaining();
    long expectedCrc = littleEndian(4);
    long expectedLength = littleEndian(4);
    if (expectedCrc != crc.getValue()
        || expectedLength != (inflater.getBytesWritten() & 0xffff_ffffL)) {
      throw new ZipException("the gzip data are corrupt: wrong checksum or length");
    }
    inMember = false;
  }

  private long littleEndian(int octets) throws IOException {
    long value = 0;
    for (int shift = 0; shift < 8 * octets; shift += 8) {
      value |= (long) octet() << shift;
    }
    return value;
  }

  private void skip(int octets) throws IOException {
    for (int skipped = 0; skipped < octets; skipped++) {
      octet();
    }
  }

  private void skipPastZero() throws IOException {
    while (octet() != 0) {
      // the text is not needed
    }
  }

  private int octet() throws IOException {
    if (inputAt == inputEnd) {
      require(fill());
    }
    return input[inputAt++] & 0xff;
  }

  private static void require(boolean filled) throws EOFException {
    if (!filled) {
      throw new EOFException("the gzip data are incomplete");
    }
  }

  private boolean fill() throws IOException {
    int count = compressed.read(input, 0, input.length);
    inputAt = 0;
    inputEnd = Math.max(count, 0);
    return count > 0;
  }
}
