package io.metasched.service.run;

/** A piece of what a run has written. Immutable. */
public final class OutputChunk {
  private final long offset;
  private final byte[] bytes;
  private final long total;
  private final boolean complete;
  private final boolean truncated;
  private final boolean lost;

  /**
   * A piece; the bytes are copied.
   *
   * @param offset of its first byte in the whole stream
   * @param bytes the piece; empty where there is nothing yet
   * @param total bytes kept so far of the whole stream
   * @param complete whether nothing more is to come
   * @param truncated whether the run wrote more than is kept
   * @param lost whether something that it wrote is lost
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

  /** Where its first byte is in the whole stream. */
  public long offset() {
    return offset;
  }

  /** A copy of the piece. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** How many bytes of the whole stream are kept so far. */
  public long total() {
    return total;
  }

  /** Whether nothing more is to come. */
  public boolean complete() {
    return complete;
  }

  /** Whether the run wrote more than is kept. */
  public boolean truncated() {
    return truncated;
  }

  /** Whether something is lost that the run wrote, as its disk was full or its file is gone. */
  public boolean lost() {
    return lost;
  }
}
