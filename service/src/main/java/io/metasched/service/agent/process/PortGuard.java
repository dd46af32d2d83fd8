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

/** Ports of services of this machine, on which no run may listen. */
final class PortGuard {
  private static final Path NET = Path.of("/proc/net");
  private static final String SOCKET = "socket:[";
  private static final int LOOKS = 200;
  private static final long BETWEEN_LOOKS = 10_000_000;

  private PortGuard() {}

  /**
   * A run that has such a port, or may have it.
   *
   * @param port that it has
   * @param why it is ended
   */
  record Holder(Run run, int port, String why) {}

  /**
   * Returns those of some runs that listen on one of these ports. A socket that no process has open
   * is on its way between two of them: then it is of all runs of its user.
   *
   * @param uids numbers that only jobs have
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
   * Returns the runs that may have a port which a service cannot take, in any way: those that have
   * it; where the system shows no socket that has it, as is so of one that does not listen, those
   * with such a socket; else those with any socket, which may be on its way between processes; else
   * all that have the network of the machine.
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
            ? "a service could not take port %d, and which run had it was not to be seen: all in the network of the machine were ended"
            : "a service could not take port %d, and it had a socket that may be there";
    return (having.isEmpty() ? runs : having)
        .stream().map(run -> new Holder(run, port, why.formatted(port))).toList();
  }

  /** Returns the runs that have some socket open. */
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

  /** Returns all words of the tables of sockets: the inode of each socket is among them. */
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

  /** Returns what each run has open. */
  private static Map<Run, Set<String>> open(Collection<Run> runs) {
    var open = new LinkedHashMap<Run, Set<String>>();
    for (var run : runs) {
      var links = new HashSet<String>();
      for (var file : RunProcesses.openFiles(run)) {
        try {
          links.add(Files.readSymbolicLink(file).toString());
        } catch (IOException gone) {
          // it is open no more
        }
      }
      open.put(run, links);
    }
    return open;
  }

  /**
   * Waits a little until nothing listens on these ports any more: killed processes take a while.
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
