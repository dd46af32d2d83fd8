package io.metasched.service.agent.process;

import com.sun.management.OperatingSystemMXBean;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/**
 * Settings for the execution of runs.
 *
 * @param folder folder of the agent on a local disk; the users of jobs need search permission on
 *     the path
 * @param outputBytes bytes kept of each output stream of a run, in steps of 512
 * @param startTolerance longest delay with which a run is still started
 * @param repeat interval after which an unacknowledged fact is reported again
 * @param keep retention of the folder of an acknowledged run after the end of its window
 * @param users accounts whose jobs are run, and users of their jobs
 * @param cgroup cgroup v2 that is delegated to the agent
 * @param bounds bounds of runs
 * @param networks networks of the jobs of each node
 * @param ownTemporary whether runs get private temporary folders, if the agent is root
 * @param userNamespaces whether runs with private temporary folders may create user namespaces
 * @param memoryBytes memory limit of a run, if a cgroup enforces it
 */
@RecordBuilder
public record ExecutorSettings(
    Path folder,
    long outputBytes,
    Duration startTolerance,
    Duration repeat,
    Duration keep,
    UserSettings users,
    Optional<Path> cgroup,
    RunBounds bounds,
    JobNetworks networks,
    boolean ownTemporary,
    boolean userNamespaces,
    long memoryBytes)
    implements ExecutorSettingsBuilder.With {
  private static final long MIB = 1 << 20;

  /**
   * @throws AgentException for a number below its range
   */
  public ExecutorSettings {
    require(outputBytes >= 512, "output-bytes", "512 and up", outputBytes);
    require(!startTolerance.isNegative(), "start-tolerance", "0s and up", startTolerance);
    require(repeat.toMillis() >= 1, "repeat", "1ms and up", repeat);
    require(!keep.isNegative(), "keep", "0s and up", keep);
    require(memoryBytes >= MIB, "memory", "1 MiB and up", memoryBytes);
  }

  /** Returns a copy with further ports on which no job may listen. */
  public ExecutorSettings guarding(Collection<Integer> ports) {
    return withNetworks(networks.guarding(ports));
  }

  /** Returns three quarters of the memory of this machine, in bytes. */
  public static long usualMemory() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return Math.max(MIB, system.getTotalMemorySize() / 4 * 3);
  }

  static void require(boolean holds, String key, String allowed, Object given) {
    if (!holds) {
      throw new AgentException(
          "metasched.agent.%s: allowed is %s, given was '%s'".formatted(key, allowed, given));
    }
  }

  /**
   * Returns the defaults: 16 MiB of each stream, starts up to 30 s late, folders kept for a day.
   */
  public static ExecutorSettings in(Path folder) {
    return new ExecutorSettings(
        folder,
        16 * MIB,
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        Duration.ofDays(1),
        UserSettings.USUAL,
        Optional.empty(),
        RunBounds.USUAL,
        JobNetworks.all(JobNetworks.HOST),
        true,
        false,
        usualMemory());
  }
}
