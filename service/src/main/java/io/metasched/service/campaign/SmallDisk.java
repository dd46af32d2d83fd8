package io.metasched.service.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A disk of its own for a folder, which can be full; for none but root. */
final class SmallDisk implements AutoCloseable {
  private static final String SIZE = "size=96m,mode=711";
  private static final int PIECE = 4096;

  private final Path folder;
  private final boolean isMounted;

  private SmallDisk(Path folder, boolean isMounted) {
    this.folder = folder;
    this.isMounted = isMounted;
  }

  /** Makes one where this user may. */
  static SmallDisk at(Path folder) {
    return new SmallDisk(
        folder, isDone(List.of("mount", "-t", "tmpfs", "-o", SIZE, "tmpfs", folder.toString())));
  }

  private static boolean isDone(List<String> command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .start()
              .onExit()
              .join()
              .exitValue()
          == 0;
    } catch (IOException unknown) {
      return false;
    }
  }

  /** Whether it is there. */
  boolean isMounted() {
    return isMounted;
  }

  /** Fills it to the last byte. */
  void fill() {
    var piece = new byte[PIECE];
    try (var file = Files.newOutputStream(filling())) {
      while (true) {
        file.write(piece);
      }
    } catch (IOException full) {
      // that is what was wanted
    }
  }

  private Path filling() {
    return folder.resolve("filling");
  }

  void free() throws IOException {
    Files.deleteIfExists(filling());
  }

  /** Gives it up, with all that is on it. */
  @Override
  public void close() {
    if (isMounted) {
      isDone(List.of("umount", "-l", folder.toString()));
    }
  }
}
