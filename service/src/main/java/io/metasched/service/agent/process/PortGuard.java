package io.metasched.service.agent.process;

import io.metasched.metascheduler.deployment.config.TcpSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Ports of services of this machine, on which no run may listen. */
final class PortGuard {
  private static final int LOOKS = 200;
  private static final long BETWEEN_LOOKS = 10_000_000;

  private PortGuard() {}

  /**
   * A run that listens on such a port.
   *
   * @param port that it has
   */
  record Holder(Run run, int port) {
    String why() {
      return "it listened on port %d, which belongs to a service (service-ports)".formatted(port);
    }
  }

  /** Returns those of some runs that listen on one of these ports. */
  static List<Holder> holders(Collection<Run> runs, Set<Integer> ports) throws IOException {
    Map<String, Integer> sockets = new TreeMap<>();
    if (!ports.isEmpty() && !runs.isEmpty()) {
      TcpSocket.all().stream()
          .filter(each -> each.listens() && ports.contains(each.local().getPort()))
          .forEach(each -> sockets.put(link(each), each.local().getPort()));
    }
    return sockets.isEmpty()
        ? List.of()
        : runs.stream().flatMap(run -> holder(run, sockets).stream()).toList();
  }

  /**
   * Waits a little until nothing listens on these ports any more: killed processes take a while.
   */
  static void awaitFree(Collection<Holder> killed) throws IOException {
    var ports = killed.stream().map(Holder::port).toList();
    for (int look = 0; look < LOOKS; look++) {
      if (TcpSocket.all().stream()
          .noneMatch(each -> each.listens() && ports.contains(each.local().getPort()))) {
        return;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS);
    }
  }

  private static String link(TcpSocket socket) {
    return "socket:[%d]".formatted(socket.inode());
  }

  private static Optional<Holder> holder(Run run, Map<String, Integer> sockets) {
    for (var file : RunProcesses.openFiles(run)) {
      try {
        var port = sockets.get(Files.readSymbolicLink(file).toString());
        if (port != null) {
          return Optional.of(new Holder(run, port));
        }
      } catch (IOException gone) {
        // it is open no more
      }
    }
    return Optional.empty();
  }
}
