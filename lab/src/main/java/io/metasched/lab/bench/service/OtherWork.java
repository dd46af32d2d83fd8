package io.metasched.lab.bench.service;

import java.io.IOException;
import java.util.List;

/**
 * Background load: a process that loads the machine as {@link DashboardReaders} do, on idle cores
 * only, without using the service. If cycles slow down beside this process, the cause is shared
 * processor caches, not readers.
 */
final class OtherWork {
  private static final long BUSY_NANOS = 4_000_000;
  private static final int NUMBERS = 1 << 22; // 16 MiB, more than a core's own cache
  private static final int STEPS = 1000; // between clock reads

  private OtherWork() {}

  /** Works for 4 ms of every 5 ms, until its input ends. */
  public static void main(String[] args) throws IOException {
    var worker = new Thread(OtherWork::work);
    worker.setDaemon(true);
    worker.start();
    while (System.in.read() >= 0) {
      // until the benchmark closes it
    }
  }

  private static void work() {
    var numbers = new int[NUMBERS];
    int at = 1;
    try {
      while (true) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < BUSY_NANOS) {
          for (int i = 0; i < STEPS; i++) {
            at = at * 1_103_515_245 + 12_345;
            numbers[(at >>> 8) % NUMBERS] += numbers[(at >>> 4) % NUMBERS] + at;
          }
        }
        Thread.sleep(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Process start() throws IOException {
    return DashboardReaders.onIdleCores(List.of("-Xmx64m"), List.of(OtherWork.class.getName()));
  }
}
