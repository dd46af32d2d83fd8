package io.metasched.service.agent.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * By which means of the machine runs are kept apart, ended whole and limited.
 *
 * @param namespace who may make PID namespaces
 * @param ownProcesses whether a run sees its own processes only
 * @param ownNetwork whether a run can have a network of its own
 * @param ownTemporary whether a run can have temporary folders of its own
 * @param diesWithSupervisor whether the kernel ends a run whose supervisor was killed
 * @param noNewPrivileges whether programs that change their user do not
 * @param isRoot whether the agent is root, so that runs get another user
 * @param cgroup a cgroup v2 of which runs get children
 * @param cgroupLimits whether memory and processes can be limited there
 */
record Isolation(
    Namespace namespace,
    boolean ownProcesses,
    boolean ownNetwork,
    boolean ownTemporary,
    boolean diesWithSupervisor,
    boolean noNewPrivileges,
    boolean isRoot,
    Optional<Path> cgroup,
    boolean cgroupLimits) {

  /** How a run gets a PID namespace. */
  enum Namespace {
    /** By the rights of root. */
    PRIVILEGED,
    /** In a user namespace, as anybody may. */
    USER,
    /** Not at all. */
    NONE
  }

  /** What is weaker here than it can be, a line each. */
  List<String> weaknesses() {
    var lines = new ArrayList<String>();
    if (namespace == Namespace.NONE) {
      lines.add(
          "no PID namespaces: processes that drop the variable METASCHED_FOLDER outlive their run");
    } else if (!ownProcesses) {
      lines.add("no /proc of its own: a run sees the processes of this machine");
    }
    if (!diesWithSupervisor) {
      lines.add("no setpriv: a run whose supervisor is killed goes on until it is swept away");
    }
    if (!isRoot) {
      lines.add("not root: runs have the user of the agent, and can read and signal what it has");
    } else if (!ownTemporary) {
      lines.add("no mounts of its own: runs share /tmp with others");
    }
    if (!cgroupLimits) {
      lines.add(
          "no cgroup v2 with controllers: memory is limited for each process alone (prlimit),"
              + " processes for the user of the account as a whole, and what a job asks no limit for"
              + " may take all memory");
    }
    return List.copyOf(lines);
  }

  /** The layers in one line. */
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
