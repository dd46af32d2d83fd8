package io.metasched.service.agent.process;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/**
 * How runs are executed.
 *
 * @param folder of the agent, on a local disk; it must be passable for the users of jobs
 * @param outputBytes how much of each output stream of a run is kept, in steps of 512
 * @param startTolerance how late a run may still be started
 * @param repeat after which a fact that is not acknowledged is told again
 * @param keep how long the folder of an acknowledged run is kept after the end of its window
 * @param users whose jobs are run, and as whom
 * @param cgroup a cgroup v2 that is delegated to the agent
 * @param bounds of runs
 * @param networks of the jobs of each node
 * @param ownTemporary whether runs have temporary folders of their own, where the agent is root
 * @param userNamespaces whether runs with temporary folders of their own may make user namespaces
 * @param memoryBytes most memory of a run, where a cgroup keeps it
 */
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
    long memoryBytes) {
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

  /** Returns the same with further ports on which no job may listen. */
  public ExecutorSettings guarding(Collection<Integer> ports) {
    return new ExecutorSettings(
        folder,
        outputBytes,
        startTolerance,
        repeat,
        keep,
        users,
        cgroup,
        bounds,
        networks.guarding(ports),
        ownTemporary,
        userNamespaces,
        memoryBytes);
  }

  /** Returns three quarters of the memory of this machine. */
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

  /** The usual ones: 16 MiB of each stream, starts up to 30 s late, folders kept for a day. */
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
