package io.metasched.metascheduler.deployment.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * TCP socket of this machine as shown by Linux in {@code /proc/net}.
 *
 * @param uid id of the user whose process made the socket
 * @param inode inode of the socket; 0 if no process has accepted it yet
 */
public record TcpSocket(
    InetSocketAddress local, InetSocketAddress remote, boolean listens, long uid, long inode) {
  private static final Path PROC = Path.of("/proc");
  private static final String LISTEN = "0A";
  private static final int SHOWN_CHARS = 80;

  /**
   * Returns all TCP sockets of this machine.
   *
   * @throws IOException if the system does not show its sockets
   */
  public static List<TcpSocket> all() throws IOException {
    var all = new ArrayList<>(parse(Files.readAllLines(PROC.resolve("net/tcp"))));
    var newer = PROC.resolve("net/tcp6");
    if (Files.exists(newer)) {
      all.addAll(parse(Files.readAllLines(newer)));
    }
    return all;
  }

  /** Returns the sockets of a table, whose first line has the names of its columns. */
  static List<TcpSocket> parse(List<String> table) throws IOException {
    var sockets = new ArrayList<TcpSocket>();
    for (var line : table.subList(Math.min(1, table.size()), table.size())) {
      var cells = line.strip().split("\\s+", -1);
      sockets.add(
          new TcpSocket(
              address(cells[1]),
              address(cells[2]),
              cells[3].equals(LISTEN),
              Long.parseLong(cells[7]),
              Long.parseLong(cells[9])));
    }
    return sockets;
  }

  /**
   * Parses {@code 0100007F:1F90}: the address as words in the byte order of the machine, and the
   * port.
   */
  private static InetSocketAddress address(String cell) throws IOException {
    var parts = cell.split(":", -1);
    var words = ByteBuffer.wrap(HexFormat.of().parseHex(parts[0])).order(ByteOrder.BIG_ENDIAN);
    var bytes = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
    while (words.hasRemaining()) {
      bytes.putInt(words.getInt());
    }
    var host = InetAddress.getByAddress(bytes.array());
    return new InetSocketAddress(host, Integer.parseInt(parts[1], 16));
  }

  /** Returns the socket that listens at an address, or at all addresses of its port. */
  public static Optional<TcpSocket> listening(InetSocketAddress at) throws IOException {
    return all().stream()
        .filter(each -> each.listens() && each.local().getPort() == at.getPort())
        .filter(
            each ->
                each.local().getAddress().isAnyLocalAddress()
                    || at.getAddress().isAnyLocalAddress()
                    || each.local().getAddress().equals(at.getAddress()))
        .findFirst();
  }

  /**
   * Returns a description of the process that holds the socket, such as {@code process 4711 of
   * nobody (python3 loop.py)}.
   */
  public String holder() {
    var user = userName(uid);
    var link = "socket:[%d]".formatted(inode);
    try (var processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (var process : processes) {
        if (inode != 0 && holds(process, link)) {
          return "process %s of %s (%s)".formatted(process.getFileName(), user, command(process));
        }
      }
    } catch (IOException e) { // then, only its user is known
    }
    return "a process of " + user;
  }

  private static boolean holds(Path process, String link) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (var file : files) {
        if (Files.readSymbolicLink(file).toString().equals(link)) {
          return true;
        }
      }
    } catch (IOException | RuntimeException e) { // process of another user, or one that has ended
    }
    return false;
  }

  /** Returns the beginning of a process's command, which is untrusted text. */
  private static String command(Path process) throws IOException {
    var bytes = Files.readAllBytes(process.resolve("cmdline"));
    var text = new String(bytes, StandardCharsets.UTF_8).replaceAll("\\P{Print}+", " ").strip();
    return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "...";
  }

  private static String userName(long uid) {
    return uids().stream()
        .filter(each -> each.uid() == uid)
        .map(Account::name)
        .findFirst()
        .orElse("user " + uid);
  }

  /**
   * Returns the id of a user.
   *
   * @param name name in /etc/passwd, or the id as a number
   */
  public static Optional<Long> uid(String name) {
    return name.matches("\\d{1,10}")
        ? Optional.of(Long.parseLong(name))
        : uids().stream().filter(each -> each.name().equals(name)).map(Account::uid).findFirst();
  }

  private record Account(String name, long uid) {}

  private static List<Account> uids() {
    var accounts = new ArrayList<Account>();
    try {
      for (var line : Files.readAllLines(Path.of("/etc/passwd"))) {
        var cells = line.split(":", -1);
        if (cells.length > 2 && cells[2].matches("\\d{1,10}")) {
          accounts.add(new Account(cells[0], Long.parseLong(cells[2])));
        }
      }
    } catch (IOException e) { // then, user names are unavailable
    }
    return accounts;
  }
}
