package io.metasched.service.agent.process;

import io.metasched.metascheduler.deployment.config.TcpSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Guard for ports of this machine's services, on which no run may listen. */
final class PortGuard {
  private static final Path NET = Path.of("/proc/net");
  private static final String SOCKET = "socket:[";
  private static final int LOOKS = 200;
  private static final long BETWEEN_LOOKS = 10_000_000;

  private PortGuard() {}

  /**
   * Run that uses a guarded port, or may use it.
   *
   * @param port guarded port
   * @param why reason for ending it
   */
  record Holder(Run run, int port, String why) {}

  /**
   * Returns the runs that listen on one of these ports. A socket that no process has open is being
   * passed between two processes. Such a socket is attributed to all runs of its user.
   *
   * @param uids ids reserved for jobs
   */
  static List<Holder> holders(Collection<Run> runs, Set<Integer> ports, Optional<UidRange> uids)
      throws IOException {
    if (runs.isEmpty() || ports.isEmpty()) {
      return List.of();
    }
    var sockets =
        TcpSocket.all().stream()
            .filter(each -> each.listens() && ports.contains(each.local().getPort()))
            .toList();
    return holders(runs, sockets, uids);
  }

  private static List<Holder> holders(
      Collection<Run> runs, List<TcpSocket> sockets, Optional<UidRange> uids) {
    var open = sockets.isEmpty() ? Map.<Run, Set<String>>of() : open(runs);
    var holders = new ArrayList<Holder>();
    for (var socket : sockets) {
      int port = socket.local().getPort();
      var link = SOCKET + socket.inode() + "]";
      var own =
          open.entrySet().stream()
              .filter(each -> each.getValue().contains(link))
              .map(Map.Entry::getKey)
              .toList();
      var why = "it listened on port %d, which belongs to a service (service-ports)";
      if (own.isEmpty() && uids.filter(range -> range.contains(socket.uid())).isPresent()) {
        own = runs.stream().filter(run -> run.folder().uid() == socket.uid()).toList();
        why = "a run of its account had port %d, which belongs to a service (service-ports)";
      }
      for (var run : own) {
        holders.add(new Holder(run, port, why.formatted(port)));
      }
    }
    return holders;
  }

  /**
   * Returns the runs that may use a port which a service cannot bind. The result is the first of
   * these groups that is not empty: runs with a socket on the port; runs with a socket that the
   * system does not list, for example because the socket does not listen; runs with any socket,
   * because sockets can be passed between processes; all runs in the network of the machine.
   */
  static List<Holder> suspects(Collection<Run> runs, int port, Optional<UidRange> uids)
      throws IOException {
    var sockets =
        TcpSocket.all().stream()
            .filter(each -> each.inode() != 0 && each.local().getPort() == port)
            .toList();
    if (!sockets.isEmpty()) {
      return holders(runs, sockets, uids);
    }
    var listed = listed();
    var open = open(runs);
    var having = having(open, link -> !listed.contains(inode(link)));
    if (having.isEmpty()) {
      having = having(open, link -> true);
    }
    var why =
        having.isEmpty()
            ? "a service could not open port %d, and the run that has it is unknown: all runs"
                + " in the network of the machine were ended"
            : "a service could not open port %d, and this run had a socket that may use it";
    return (having.isEmpty() ? runs : having)
        .stream().map(run -> new Holder(run, port, why.formatted(port))).toList();
  }

  /** Returns the runs that have a matching socket open. */
  private static List<Run> having(Map<Run, Set<String>> open, Predicate<String> wanted) {
    return open.entrySet().stream()
        .filter(
            each ->
                each.getValue().stream()
                    .anyMatch(link -> link.startsWith(SOCKET) && wanted.test(link)))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String inode(String socket) {
    return socket.substring(SOCKET.length(), socket.length() - 1);
  }

  /** Returns all words of the socket tables, including the inode of each socket. */
  private static Set<String> listed() throws IOException {
    var words = new HashSet<String>();
    try (var tables = Files.newDirectoryStream(NET, "{tcp,udp,raw,icmp,unix,netlink,packet}*")) {
      for (var table : tables) {
        for (var line : Files.readAllLines(table, StandardCharsets.ISO_8859_1)) {
          words.addAll(Arrays.asList(line.strip().split("\\s+", -1)));
        }
      }
    }
    return words;
  }

  /** Returns the open files of each run, as targets of their links. */
  private static Map<Run, Set<String>> open(Collection<Run> runs) {
    var open = new LinkedHashMap<Run, Set<String>>();
    for (var run : runs) {
      var links = new HashSet<String>();
      for (var file : RunProcesses.openFiles(run)) {
        try {
          links.add(Files.readSymbolicLink(file).toString());
        } catch (IOException gone) {
          // no longer open
        }
      }
      open.put(run, links);
    }
    return open;
  }

  /**
   * Waits up to 2 s until no process listens on these ports, because killed processes take time to
   * terminate.
   */
  static void awaitFree(Collection<Holder> killed) throws IOException {
    var ports = killed.stream().map(Holder::port).collect(Collectors.toSet());
    for (int look = 0; look < LOOKS && isListening(ports); look++) {
      LockSupport.parkNanos(BETWEEN_LOOKS);
    }
  }

  private static boolean isListening(Set<Integer> ports) throws IOException {
    return TcpSocket.all().stream()
        .anyMatch(each -> each.listens() && ports.contains(each.local().getPort()));
  }
}
