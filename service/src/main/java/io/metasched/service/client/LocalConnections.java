package io.metasched.service.client;

import io.metasched.metascheduler.deployment.config.TcpSocket;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Local port that forwards connections to an unencrypted service of this machine. Before the first
 * byte is forwarded, the owner of the process that accepted the connection is checked. A job that
 * has taken the port of a service therefore receives no token. Thread-safe.
 */
final class LocalConnections {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long PAUSE_NANOS = 1_000_000;

  /** Status of an answer in place of the service, which itself never returns this status. */
  static final int REFUSED = 421;

  private final String url;
  private final InetSocketAddress service;
  private final ServiceUsers trusted;
  private final ServerSocket port;
  private volatile String refusal = "";

  private LocalConnections(String url, InetSocketAddress service, ServiceUsers trusted)
      throws IOException {
    this.url = url;
    this.service = service;
    this.trusted = trusted;
    port = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  }

  /**
   * Creates a local port to a service; empty if the service is remote, encrypted, or trusted
   * without a check.
   */
  static Optional<LocalConnections> to(String url, ServiceUsers trusted) {
    var place = URI.create(url);
    if (!"http".equals(place.getScheme()) || trusted.uids().isEmpty()) {
      return Optional.empty();
    }
    try {
      var host = InetAddress.getAllByName(place.getHost())[0];
      if (!host.isLoopbackAddress() && NetworkInterface.getByInetAddress(host) == null) {
        return Optional.empty();
      }
      int number = place.getPort() < 0 ? 80 : place.getPort();
      var connections = new LocalConnections(url, new InetSocketAddress(host, number), trusted);
      begin(connections::accept);
      return Optional.of(connections);
    } catch (UnknownHostException e) {
      return Optional.empty(); // the client reports the failure
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Thread begin(Runnable work) {
    var thread = new Thread(work, "to-service");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Returns the URL of the service through this port. */
  String url() {
    var path = Optional.ofNullable(URI.create(url).getRawPath()).orElse("");
    return "http://127.0.0.1:%d%s".formatted(port.getLocalPort(), path);
  }

  /** Returns the reason for the last refused connection, on which nothing was forwarded. */
  String refusal() {
    return refusal;
  }

  private void accept() {
    while (true) {
      try {
        var client = port.accept();
        begin(() -> connect(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    try (client;
        var server = new Socket()) {
      var why = refusal(server);
      if (why.isPresent()) {
        refuse(client, why.get());
        return;
      }
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      var answers = begin(() -> pass(server, client));
      if (pass(client, server)) {
        server.shutdownInput(); // the client has disconnected
      }
      answers.join();
    } catch (IOException e) { // the client observes the end of its connection
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers in place of the service, because a client without a response would retry. */
  private void refuse(Socket client, String why) throws IOException {
    refusal = why;
    var answer = "HTTP/1.1 %d No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    client.getOutputStream().write(answer.formatted(REFUSED).getBytes(StandardCharsets.US_ASCII));
    client.shutdownOutput();
    client.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  /** Forwards all bytes, and closes both connections; returns false if one of them has failed. */
  private static boolean pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
      return true;
    } catch (IOException e) {
      close(from);
      close(to);
      return false;
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException closed) {
      // already closed
    }
  }

  /** Connects and returns the reason why the connection must not be used, if there is one. */
  private Optional<String> refusal(Socket server) {
    try {
      server.connect(service, (int) PATIENCE.toMillis());
    } catch (IOException e) {
      return Optional.of("no service can be reached at %s (METASCHED_URL)".formatted(url));
    }
    var place = "%s:%d".formatted(service.getAddress().getHostAddress(), service.getPort());
    try {
      return accepted((InetSocketAddress) server.getLocalSocketAddress())
          .map(
              socket ->
                  trusted.has(socket)
                      ? Optional.<String>empty()
                      : Optional.of(
                          "%s is used by %s, which is not the service: nothing was sent"
                                  .formatted(place, socket.holder())
                              + " (--service-user, METASCHED_SERVICE_USER)"))
          .orElse(Optional.of("no process accepts connections at " + place));
    } catch (IOException | RuntimeException e) {
      return Optional.of(
          "this system does not show whose process is at %s: nothing was sent".formatted(place)
              + " (--service-user any sends without this check)");
    }
  }

  /** Waits until a process has accepted a connection, and returns its socket. */
  private Optional<TcpSocket> accepted(InetSocketAddress us) throws IOException {
    for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end; ) {
      var other =
          TcpSocket.all().stream()
              .filter(each -> each.remote().equals(us) && each.local().equals(service))
              .filter(each -> each.inode() != 0)
              .findFirst();
      if (other.isPresent()) {
        return other;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return Optional.empty();
  }
}
