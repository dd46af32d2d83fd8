package io.metasched.lab.campaign;

import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Administrator that makes backups at random instants. A backup that is interrupted by a fault is
 * repeated.
 */
final class BackupTaker {
  private static final int BACKUPS = 2;
  private static final long MOST_PAUSE = 8_000;
  private static final long PAUSE = 100;
  private static final int END_LENGTH = 400; // the last line is shorter
  private static final String END = "\n{\"line\":\"end\"";

  private final ApiClient admin;
  private final Path folder;
  private final SplittableRandom random;
  private final List<Path> taken = new ArrayList<>();
  private final Thread thread = new Thread(this::take, "backups");

  BackupTaker(ApiClient admin, Path folder, long seed) {
    this.admin = admin;
    this.folder = folder;
    random = new SplittableRandom(seed);
  }

  void start() {
    thread.start();
  }

  /** Ends the thread, and returns the complete backups. */
  List<Path> end() throws InterruptedException {
    thread.interrupt();
    thread.join();
    return List.copyOf(taken);
  }

  private void take() {
    try {
      for (int i = 0; i < BACKUPS; i++) {
        TimeUnit.MILLISECONDS.sleep(random.nextLong(MOST_PAUSE));
        var file = folder.resolve("backup-%d.ndjson".formatted(i));
        while (!isTaken(file)) {
          TimeUnit.MILLISECONDS.sleep(PAUSE);
        }
        taken.add(file);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isTaken(Path file) {
    try (var in = admin.stream("/v1/backup")) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      var text = Files.readString(file);
      return text.indexOf(END, Math.max(0, text.length() - END_LENGTH)) >= 0;
    } catch (IOException | ServiceException interrupted) {
      return false;
    }
  }
}
