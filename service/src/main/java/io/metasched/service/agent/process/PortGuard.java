package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Ports of services of this machine, on which no run may listen. */
final class PortGuard {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final String LISTEN = "0A";
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
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
    var sockets = runs.isEmpty() ? new TreeMap<String, Integer>() : listening(ports);
    return sockets.isEmpty()
        ? List.of()
        : runs.stream().flatMap(run -> holder(run, sockets).stream()).toList();
  }

  /**
   * Waits a little until nothing listens on these ports any more: killed processes take a while.
   */
  static void awaitFree(Collection<Holder> killed) throws IOException {
    var ports = killed.stream().map(Holder::port).collect(Collectors.toCollection(TreeSet::new));
    for (int look = 0; look < LOOKS && !listening(ports).isEmpty(); look++) {
      LockSupport.parkNanos(BETWEEN_LOOKS);
    }
  }

  /** Returns the port of each socket that listens on one of these, by its link in /proc. */
  private static SortedMap<String, Integer> listening(Set<Integer> ports) throws IOException {
    var sockets = new TreeMap<String, Integer>();
    for (var table : TABLES) {
      if (ports.isEmpty() || !Files.exists(table)) {
        continue;
      }
      for (var line : Files.readAllLines(table, StandardCharsets.US_ASCII)) {
        var cells = line.strip().split("\\s+", -1);
        if (cells.length > INODE && cells[STATE].equals(LISTEN)) {
          var port = cells[LOCAL].substring(cells[LOCAL].indexOf(':') + 1);
          sockets.put("socket:[%s]".formatted(cells[INODE]), Integer.parseInt(port, 16));
        }
      }
    }
    sockets.values().retainAll(ports);
    return sockets;
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
