package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Detector of the isolation that this machine supports. */
final class IsolationProbe {
  private static final List<String> CONTROLLERS = List.of("memory", "pids");

  private IsolationProbe() {}

  /**
   * Tests each means of isolation.
   *
   * @param cgroup cgroup v2 that was delegated to the agent, if any
   * @throws AgentException if runs cannot be supervised at all, or the path is not a cgroup
   */
  static Isolation probe(SupervisorScript script, Optional<Path> cgroup) {
    if (ProcessIdentity.currentBoot().isEmpty()) {
      throw new AgentException("an agent needs Linux: there is no /proc/sys/kernel/random/boot_id");
    }
    var found = script.probe();
    if (found.containsKey("missing")) {
      throw new AgentException(
          "an agent needs %s on the PATH of the system".formatted(found.get("missing")));
    }
    boolean isRoot = "0".equals(found.get("uid"));
    if (isRoot && !isYes(found, "privileges")) {
      throw new AgentException(
          "an agent that is root needs setpriv (util-linux), because no job may run as root");
    }
    cgroup.ifPresent(IsolationProbe::requireCgroup);
    return new Isolation(
        Isolation.Namespace.valueOf(
            found.getOrDefault("namespace", "none").toUpperCase(Locale.ROOT)),
        isYes(found, "proc"),
        isYes(found, "net"),
        isYes(found, "tmp"),
        isYes(found, "death"),
        isYes(found, "privileges"),
        isRoot,
        cgroup,
        cgroup.filter(IsolationProbe::canLimit).isPresent());
  }

  /** Returns the reason why runs cannot use a network on this machine, if any. */
  static Optional<String> networkFault(Isolation isolation, String network) {
    if (network.equals(JobNetworks.NONE) && !isolation.ownNetwork()) {
      return Optional.of("it needs network namespaces, PID namespaces and ip (iproute2)");
    } else if (network.startsWith("/")
        && (isolation.namespace() != Isolation.Namespace.PRIVILEGED || !canEnter(network))) {
      return Optional.of("only root, with nsenter, can enter an existing network namespace");
    }
    return Optional.empty();
  }

  private static boolean canEnter(String network) {
    try {
      var entering =
          SupervisorScript.clean(List.of("nsenter", "--net=" + network, "true"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return entering.onExit().join().exitValue() == 0;
    } catch (IOException none) {
      return false;
    }
  }

  private static boolean isYes(Map<String, String> found, String what) {
    return "yes".equals(found.get(what));
  }

  private static void requireCgroup(Path folder) {
    if (!Files.isRegularFile(folder.resolve("cgroup.controllers"))
        || !Files.isWritable(folder.resolve("cgroup.procs"))) {
      throw new AgentException(
          "cgroup: allowed is a cgroup v2 that this user may write, given was '%s'"
              .formatted(folder));
    }
  }

  /** Delegates the controllers to the cgroups of runs; returns whether this succeeded. */
  private static boolean canLimit(Path folder) {
    try {
      var available = words(folder.resolve("cgroup.controllers"));
      if (!available.containsAll(CONTROLLERS)) {
        return false;
      }
      Files.writeString(folder.resolve("cgroup.subtree_control"), "+memory +pids");
      return words(folder.resolve("cgroup.subtree_control")).containsAll(CONTROLLERS);
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> words(Path file) throws IOException {
    return Arrays.asList(Files.readString(file, StandardCharsets.US_ASCII).strip().split(" ", -1));
  }
}
