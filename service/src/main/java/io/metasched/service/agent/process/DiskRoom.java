package io.metasched.service.agent.process;

import java.util.Optional;

/**
 * Room on the disk of an agent.
 *
 * @param bytes that are free
 * @param bytesKept that runs leave free
 * @param files that can still be made, so many inodes are free
 * @param filesKept that runs leave free
 */
record DiskRoom(long bytes, long bytesKept, long files, long filesKept) {
  private static final long MIB = 1 << 20;
  private static final long BYTES_FOR_FILE = 16 << 10; // as mkfs.ext4 makes inodes
  private static final int LEAST_PART = 10; // of a small disk
  private static final long SMALL_SHARE = 16; // runs that hold less do not fill the disk

  /** Inodes of a disk; of one that makes them as they are needed, none in all. */
  record Inodes(long free, long all) {}

  /** Returns the room of a disk with as many bytes and inodes. */
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

  /** Whether no run starts. */
  boolean isLow() {
    return lacksBytes() || files < filesKept;
  }

  /** Whether less than half of what runs leave free is left. */
  boolean isFilling() {
    return bytes < bytesKept / 2 || files < filesKept / 2;
  }

  /** Returns why no run is prepared or started, if none is. */
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

  /** Returns how much a run holds of what is short. */
  long held(FolderSize size) {
    return lacksBytes() ? size.bytes() : size.files();
  }

  /** Whether a run holds enough of what is short to be ended for it. */
  boolean isFilledBy(FolderSize size) {
    return held(size) >= (lacksBytes() ? bytesKept : filesKept) / SMALL_SHARE;
  }

  /** Returns why the run that holds most is ended. */
  String why(FolderSize largest) {
    return lacksBytes()
        ? "the disk of its machine had %d MiB left, and of all runs its files took most, %d MiB"
            .formatted(bytes / MIB, largest.bytes() / MIB)
        : "the disk of its machine had %d inodes left, and of all runs its folder took most, %d"
            .formatted(files, largest.files());
  }
}
