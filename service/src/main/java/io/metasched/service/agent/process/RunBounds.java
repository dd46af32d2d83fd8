package io.metasched.service.agent.process;

import java.time.Duration;

/**
 * Bounds of each run, and of all runs on the disk of an agent.
 *
 * @param processes number of processes and threads of a run
 * @param folderBytes disk usage of a run's folder, in bytes
 * @param folderFiles number of files and folders in a run's folder
 * @param measure interval between measurements of the folders
 * @param freeBytes bytes of the disk that runs leave free; on a small disk, a tenth of the disk
 * @param memoryFileBytes bytes of files in memory for a run whose memory no cgroup limits
 */
public record RunBounds(
    int processes,
    long folderBytes,
    long folderFiles,
    Duration measure,
    long freeBytes,
    long memoryFileBytes) {
  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;

  /** Defaults: 4096 processes, 10 GiB in 500,000 files, 2 GiB free, 64 MiB of files in memory. */
  public static final RunBounds USUAL =
      new RunBounds(4096, 10 * GIB, 500_000, Duration.ofSeconds(5), 2 * GIB, 64 * MIB);

  /**
   * @throws AgentException for a number below its range
   */
  public RunBounds {
    ExecutorSettings.require(processes >= 16, "processes", "16 and up", processes);
    ExecutorSettings.require(folderBytes >= MIB, "folder.size", "1 MiB and up", folderBytes);
    ExecutorSettings.require(folderFiles >= 100, "folder.files", "100 and up", folderFiles);
    ExecutorSettings.require(measure.toMillis() >= 1, "folder.measure", "1ms and up", measure);
    ExecutorSettings.require(freeBytes >= 0, "keep-free", "0 and up", freeBytes);
    ExecutorSettings.require(
        memoryFileBytes >= MIB, "private-shm", "1 MiB and up", memoryFileBytes);
  }
}
