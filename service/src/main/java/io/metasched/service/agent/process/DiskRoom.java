package io.metasched.service.agent.process;

import java.util.Optional;

/**
 * Free space on the disk of an agent.
 *
 * @param bytes free bytes
 * @param bytesKept bytes that runs must leave free
 * @param files free inodes, that is, files that can still be created
 * @param filesKept inodes that runs must leave free
 */
record DiskRoom(long bytes, long bytesKept, long files, long filesKept) {
  private static final long MIB = 1 << 20;
  private static final long BYTES_FOR_FILE = 16 << 10; // ratio of mkfs.ext4
  private static final int LEAST_PART = 10; // divisor: part of a small disk that is kept free
  private static final long SMALL_SHARE = 16; // runs that hold less do not fill the disk

  /** Inodes of a disk; {@code all} is 0 for a file system that allocates them on demand. */
  record Inodes(long free, long all) {}

  /** Creates the free space record from the free bytes, total bytes and inodes of a disk. */
  static DiskRoom of(long freeBytes, long allBytes, Inodes inodes, RunBounds bounds) {
    long kept = bounds.freeBytes();
    return new DiskRoom(
        freeBytes,
        Math.min(kept, allBytes / LEAST_PART),
        inodes.free(),
        Math.min(kept / BYTES_FOR_FILE, inodes.all() / LEAST_PART));
  }

  private boolean lacksBytes() {
    return bytes < bytesKept;
  }

  /** Returns whether there is too little space to start a run. */
  boolean isLow() {
    return lacksBytes() || files < filesKept;
  }

  /** Returns whether the free space is less than half of the space that runs must leave free. */
  boolean isFilling() {
    return bytes < bytesKept / 2 || files < filesKept / 2;
  }

  /** Returns the reason why no run is prepared or started, if space is low. */
  Optional<String> refusal() {
    if (lacksBytes()) {
      return Optional.of(
          "the disk of its machine has %d MiB left, and runs leave %d MiB free (keep-free)"
              .formatted(bytes / MIB, bytesKept / MIB));
    }
    return isLow()
        ? Optional.of(
            "the disk of its machine has %d inodes left, and runs leave %d free (keep-free)"
                .formatted(files, filesKept))
        : Optional.empty();
  }

  /** Returns the amount of the scarce resource, bytes or files, that a run holds. */
  long held(FolderSize size) {
    return lacksBytes() ? size.bytes() : size.files();
  }

  /** Returns whether a run holds enough of the scarce resource to be ended because of that. */
  boolean isFilledBy(FolderSize size) {
    return held(size) >= (lacksBytes() ? bytesKept : filesKept) / SMALL_SHARE;
  }

  /** Returns the reason for ending the run that holds most of the scarce resource. */
  String why(FolderSize largest) {
    return lacksBytes()
        ? "the disk of its machine had %d MiB left, and of all runs its files took most, %d MiB"
            .formatted(bytes / MIB, largest.bytes() / MIB)
        : "the disk of its machine had %d inodes left, and of all runs its folder took most, %d"
            .formatted(files, largest.files());
  }
}
