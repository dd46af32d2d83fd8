package io.metasched.service.run;

/** Piece of a run's output. Immutable. */
public final class OutputChunk {
  private final long offset;
  private final byte[] bytes;
  private final long total;
  private final boolean complete;
  private final boolean truncated;
  private final boolean lost;

  /**
   * Creates a piece; the bytes are copied.
   *
   * @param offset offset of the first byte of the piece in the stream
   * @param bytes piece; empty if there is nothing yet
   * @param total number of bytes of the stream that are kept so far
   * @param complete whether the stream ends with this piece
   * @param truncated whether the run wrote more than is kept
   * @param lost whether some output is lost
   */
  public OutputChunk(
      long offset, byte[] bytes, long total, boolean complete, boolean truncated, boolean lost) {
    this.offset = offset;
    this.bytes = bytes.clone();
    this.total = total;
    this.complete = complete;
    this.truncated = truncated;
    this.lost = lost;
  }

  /** Returns the offset of the first byte of the piece in the stream. */
  public long offset() {
    return offset;
  }

  /** Returns a copy of the piece. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the number of bytes of the stream that are kept so far. */
  public long total() {
    return total;
  }

  /** Returns whether the stream ends with this piece. */
  public boolean complete() {
    return complete;
  }

  /** Returns whether the run wrote more than is kept. */
  public boolean truncated() {
    return truncated;
  }

  /**
   * Returns whether some output is lost because the disk was full or the output file is missing.
   */
  public boolean lost() {
    return lost;
  }
}
