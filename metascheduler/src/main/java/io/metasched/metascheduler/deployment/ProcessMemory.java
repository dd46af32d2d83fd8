package io.metasched.metascheduler.deployment;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** Memory of this JVM: its heap, classes and compiled code. */
public final class ProcessMemory {
  private ProcessMemory() {}

  /**
   * Returns the sum of the peaks of each kind of memory since the last reset, which is at least the
   * peak of the sum.
   */
  public static long mostBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /** Resets the peaks to the memory that is in use now. */
  public static void resetPeak() {
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }
}
