package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Service with few places for connections and more clients than places. */
final class CrowdedServiceTest {
  private static final String FEW =
      "metasched.service.connections { in-all = 6, of-address = 6, streams-of-principal = 3 }";

  @TempDir private static Path folder;
  private static TestedApi api;
  private final List<Socket> sockets = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    api = new TestedApi(folder, FEW);
  }

  @AfterAll
  static void end() {
    api.close();
  }

  @AfterEach
  void leave() throws Exception {
    for (var socket : sockets) {
      socket.close();
    }
    var metrics = "";
    while (!metrics.contains("metasched_events_subscribers 0")) {
      metrics = api.call("GET", "/metrics", "admin", "").response().body();
    }
  }

  private InputStream send(String text) throws IOException {
    var socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(api.service.url()).getPort());
    socket.setSoTimeout(60_000);
    sockets.add(socket);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return socket.getInputStream();
  }

  private InputStream stream(String user) throws IOException {
    var request = "GET /v1/events HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n";
    return send(request.formatted(api.token(user)));
  }

  private static String firstLine(InputStream from) throws IOException {
    var line = new StringBuilder();
    for (int each = from.read(); each >= 0 && each != '\r'; each = from.read()) {
      line.append((char) each);
    }
    return line.toString();
  }

  @Test
  void incompleteRequestsTakeNoPlaceFromOthers() throws Exception {
    for (int i = 0; i < 20; i++) {
      send("GET / HTTP/1.1\r\nHost: h\r\nX-Slow: ");

      assertThat(api.call("GET", "/health/ready", "", "").status()).isEqualTo(200);
      assertThat(api.call("GET", "/v1/jobs", "user2", "").status()).isEqualTo(200);
    }
  }

  @Test
  void slowSignInsLeaveTheSparePlacesToAdministratorsAndHealth() throws Exception {
    var slow = "POST /v1/session HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n";
    do {
      assertThat(sockets).hasSizeLessThan(50);
      send(slow + "Content-Length: 9\r\n\r\n{");
    } while (api.call("GET", "/", "", "").status() != 503);

    assertThat(firstLine(send(slow + "Content-Length: 9\r\n\r\n{"))).contains("503");
    assertThat(api.call("GET", "/health/ready", "", "").status()).isEqualTo(200);
    assertThat(api.call("GET", "/v1/jobs", "admin", "").status()).isEqualTo(200);
  }

  @Test
  void aPrincipalHasSoFewStreamsThatOthersHavePlaces() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(firstLine(stream("user1"))).contains("200");
    }
    assertThat(firstLine(stream("user1"))).contains("429");
    assertThat(api.call("GET", "/v1/jobs", "admin", "").status()).isEqualTo(200);
  }

  @Test
  void aStreamEndsWhereThereIsNoOtherPlace() throws Exception {
    var first = stream("user1");
    assertThat(firstLine(first)).contains("200");
    for (var user : List.of("user1", "user1", "user2", "user2", "user3")) {
      assertThat(firstLine(stream(user))).contains("200");
    }

    assertThat(firstLine(stream("user3"))).contains("200");

    var rest = new String(first.readAllBytes(), StandardCharsets.UTF_8);
    assertThat(rest).endsWith("0\r\n\r\n"); // the last chunk
  }
}
