package io.metasched.metascheduler.deployment.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** TCP sockets in the tables of the operating system. */
final class TcpSocketTest {
  private static final String COLUMNS = "  sl  local_address rem_address st uid inode";

  private static InetSocketAddress at(int first, int last, int port) throws IOException {
    return new InetSocketAddress(
        InetAddress.getByAddress(new byte[] {(byte) first, 0, 0, (byte) last}), port);
  }

  @Test
  void aTableSaysWhoseSocketsThereAre() throws IOException {
    var listening =
        "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 65534        0"
            + " 442 1 0000 100 0 0 10 0";
    var accepted =
        "  12: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00000200007F:ACA9 01"
            + " 00000000:00000000 00:00000000 00000000  1000        0 3187619 1 0000 20 4 1 15 -1";

    var sockets = TcpSocket.parse(List.of(COLUMNS, listening, accepted));

    assertThat(sockets)
        .containsExactly(
            new TcpSocket(at(127, 1, 8080), at(0, 0, 0), true, 65_534, 442),
            new TcpSocket(at(127, 1, 8080), at(127, 2, 44_201), false, 1000, 3_187_619));
  }

  @Test
  void aConnectionHasNoProcessUntilOneAcceptsIt() throws IOException {
    try (var port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client = new Socket(port.getInetAddress(), port.getLocalPort())) {
      assertThat(answering(client).inode()).isZero();
      try (var accepted = port.accept()) {
        assertThat(accepted.isConnected()).isTrue();
        assertThat(answering(client).inode()).isPositive();
        assertThat(answering(client).holder()).contains("process " + ProcessHandle.current().pid());
      }
    }
  }

  private static TcpSocket answering(Socket client) throws IOException {
    return TcpSocket.all().stream()
        .filter(each -> each.remote().equals(client.getLocalSocketAddress()))
        .filter(each -> each.local().equals(client.getRemoteSocketAddress()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPortThatIsInUseIsNamedWithTheProcessThatHoldsIt() throws IOException {
    try (var port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var failure = new IllegalStateException(new BindException("Address already in use"));

      assertThat(PortFailure.reason(failure, "127.0.0.1", port.getLocalPort()))
          .startsWith(
              "Address already in use by process %d of ".formatted(ProcessHandle.current().pid()))
          .contains("java")
          .doesNotContain("\n");
      assertThat(PortFailure.reason(new BindException("Permission denied"), "127.0.0.1", 1))
          .isEqualTo("Permission denied");
    }
  }

  @Test
  void aUserIsNamedByItsNameOrNumber() {
    assertThat(TcpSocket.uid("root")).contains(0L);
    assertThat(TcpSocket.uid("1000000")).contains(1_000_000L);
    assertThat(TcpSocket.uid("no such user")).isEmpty();
  }
}
