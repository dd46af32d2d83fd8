package io.metasched.service.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens sent to local addresses, whose ports may have been taken by any process. */
final class LocalConnectionsTest {
  /** User without any process on this machine. */
  private static final ServiceUsers ANOTHER = ServiceUsers.named("3999999999");

  @TempDir private Path folder;

  private Path token() throws IOException {
    return Files.writeString(folder.resolve("token"), "mst_secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void aProcessOfAnotherUserGetsNoByte(String host) throws Exception {
    try (var port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var got =
          CompletableFuture.supplyAsync(
              () -> {
                try (var client = port.accept()) {
                  return client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      var url = "http://%s:%d".formatted(host, port.getLocalPort());
      var client = ApiClient.of(url, token(), Optional.empty(), ANOTHER);

      assertThatThrownBy(() -> client.get("/v1/jobs"))
          .isInstanceOf(ServiceException.class)
          .hasMessageMatching(
              "127.0.0.1:%d is used by process %d of \\S+ \\(.*java.*\\), which is not the service:"
                      .formatted(port.getLocalPort(), ProcessHandle.current().pid())
                  + " nothing was sent \\(--service-user, METASCHED_SERVICE_USER\\)");
      assertThat(got.get(1, TimeUnit.MINUTES)).isEmpty();
    }
  }

  @Test
  void aServiceOfTheTokensOwnerIsAskedAndItsAnswerIsWhole() throws Exception {
    var answer = "{\"text\":\"%s\"}".formatted("x".repeat(1 << 20));
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/base/",
        exchange -> {
          var header = exchange.getRequestHeaders().getFirst("Authorization");
          var said = "Bearer mst_secret".equals(header) ? answer : "{}";
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, 0); // chunked
          try (exchange) {
            exchange.getResponseBody().write(said.getBytes(StandardCharsets.UTF_8));
          }
        });
    server.start();
    try {
      var url = "http://127.0.0.1:%d/base".formatted(server.getAddress().getPort());
      var client = ApiClient.of(url, token(), Optional.empty());

      for (int i = 0; i < 3; i++) {
        assertThat(client.get("/v1/jobs").path("text").asText()).hasSize(1 << 20);
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aStreamEndsWhereItsServiceBreaksOff() throws Exception {
    try (var port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var service =
          CompletableFuture.runAsync(
              () -> {
                try (var client = port.accept()) {
                  assertThat(client.getInputStream().read()).isPositive();
                  var head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n";
                  client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                  client.getOutputStream().flush();
                  client.setSoLinger(true, 0); // resets the connection, as a kill would
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      var url = "http://127.0.0.1:" + port.getLocalPort();
      var client = ApiClient.of(url, token(), Optional.empty());
      var end =
          CompletableFuture.supplyAsync(
              () -> {
                try (var stream = client.stream("/v1/events")) {
                  return stream.readAllBytes().length;
                } catch (IOException | ServiceException brokenOff) {
                  return -1;
                }
              });

      service.get(1, TimeUnit.MINUTES);
      assertThat(end.get(1, TimeUnit.MINUTES)).isEqualTo(-1);
    }
  }

  @Test
  void aPortThatIsClosedIsNoServiceOfAnyUser() throws Exception {
    int free;
    try (var port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = port.getLocalPort();
    }
    var url = "http://127.0.0.1:" + free;
    var client = ApiClient.of(url, token(), Optional.empty());

    assertThatThrownBy(() -> client.get("/v1/jobs"))
        .isInstanceOf(ServiceException.class)
        .hasMessage("no service can be reached at %s (METASCHED_URL)", url);
  }

  @Test
  void otherMachinesAndEncryptedServicesAreReachedDirectly() {
    assertThat(LocalConnections.to("https://127.0.0.1:1", ANOTHER)).isEmpty();
    assertThat(LocalConnections.to("http://192.0.2.1:1", ANOTHER)).isEmpty();
    assertThat(LocalConnections.to("http://127.0.0.1:1", ServiceUsers.named("any"))).isEmpty();
    assertThat(LocalConnections.to("http://127.0.0.1:1", ANOTHER)).isPresent();
  }

  @Test
  void theOwnersOfTokensAndFoldersAreTrusted() throws IOException {
    var own = Integer.toUnsignedLong((int) Files.getAttribute(token(), "unix:uid"));

    assertThat(ServiceUsers.owners(token(), folder.resolve("none")).uids())
        .contains(own == 0 ? Set.of(0L) : Set.of(0L, own));
    assertThatThrownBy(() -> ServiceUsers.named("no-such-user"))
        .hasMessageContaining("there is no user 'no-such-user'");
  }
}
