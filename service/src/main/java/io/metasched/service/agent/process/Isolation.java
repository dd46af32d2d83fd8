package io.metasched.service.agent.process;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Means of this machine to isolate runs, end them with all their processes, and limit them.
 *
 * @param namespace right needed to create PID namespaces
 * @param ownProcesses whether a run sees its own processes only
 * @param ownNetwork whether a run can have a network of its own
 * @param ownTemporary whether a run can have private temporary folders
 * @param diesWithSupervisor whether the kernel ends a run if its supervisor is killed
 * @param noNewPrivileges whether programs cannot gain privileges by a change of user
 * @param isRoot whether the agent is root, so that runs get another user
 * @param cgroup cgroup v2 that is the parent of the cgroups of runs
 * @param cgroupLimits whether the cgroup can limit memory and processes
 */
@RecordBuilder
record Isolation(
    Namespace namespace,
    boolean ownProcesses,
    boolean ownNetwork,
    boolean ownTemporary,
    boolean diesWithSupervisor,
    boolean noNewPrivileges,
    boolean isRoot,
    Optional<Path> cgroup,
    boolean cgroupLimits)
    implements IsolationBuilder.With {

  /** Means by which a run gets a PID namespace. */
  enum Namespace {
    /** Created with root privileges. */
    PRIVILEGED,
    /** Created in a user namespace, without privileges. */
    USER,
    /** No PID namespace. */
    NONE
  }

  /** Isolation by the resource manager of a site; only the limits of Slurm apply. */
  static final Isolation BY_SITE =
      new Isolation(
          Namespace.NONE, false, false, false, false, false, false, Optional.empty(), true);

  /** Returns the weaknesses of the isolation on this machine, one line each. */
  List<String> weaknesses() {
    var lines = new ArrayList<String>();
    if (namespace == Namespace.NONE) {
      lines.add(
          "no PID namespaces: processes that drop the variable METASCHED_FOLDER outlive their run");
    } else if (!ownProcesses) {
      lines.add("no /proc of its own: a run sees the processes of this machine");
    }
    if (!diesWithSupervisor) {
      lines.add(
          "no setpriv: a run whose supervisor is killed continues until its processes are"
              + " swept");
    }
    if (!isRoot) {
      lines.add(
          "not root: runs have the user of the agent, and can read its files and signal its"
              + " processes");
    } else if (!ownTemporary) {
      lines.add("no mounts of its own: runs share /tmp with others");
    }
    if (!cgroupLimits) {
      lines.add(
          "no cgroup v2 with controllers: memory is limited for each process alone"
              + " (prlimit), processes for the user of the account as a whole, and a job without a"
              + " limit may take all memory");
    }
    return List.copyOf(lines);
  }

  /** Returns the layers of isolation in one line. */
  String describe() {
    return "PID namespace %s, /proc %s, user %s, limits by %s"
        .formatted(
            switch (namespace) {
              case PRIVILEGED -> "by root";
              case USER -> "in a user namespace";
              case NONE -> "none";
            },
            ownProcesses ? "own" : "shared",
            isRoot ? "other than the agent's" : "the agent's",
            cgroupLimits ? "cgroup v2" : "prlimit");
  }
}
