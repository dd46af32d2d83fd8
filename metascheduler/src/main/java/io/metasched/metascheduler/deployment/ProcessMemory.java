package io.metasched.metascheduler.deployment;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** The memory of this JVM: its heap, classes and compiled code. */
public final class ProcessMemory {
  private ProcessMemory() {}

  /** The most that each kind had in use since it was forgotten, summed up: at least the peak. */
  public static long mostBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /** Forgets what was in use; what is now in use counts. */
  public static void forgetMost() {
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }
}
