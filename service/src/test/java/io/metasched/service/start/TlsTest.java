package io.metasched.service.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.config.SettingsException;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** API over TLS. */
final class TlsTest {
  private static final String PASSWORD = "secret";
  @TempDir private static Path keys;
  @TempDir private Path folder;

  @BeforeAll
  static void makeKeys() throws Exception {
    for (var algorithm : List.of("RSA", "EC")) {
      var store = keys.resolve(algorithm + ".p12");
      var command = new ArrayList<String>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(List.of("-genkeypair", "-alias", "k", "-keyalg", algorithm));
      command.addAll(List.of("-dname", "CN=localhost", "-ext", "san=ip:127.0.0.1"));
      command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
      command.addAll(List.of("-keystore", store.toString()));
      var made = new ProcessBuilder(command).redirectErrorStream(true).start();
      made.getInputStream().readAllBytes();
      assertThat(made.waitFor()).isZero();
      var read = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      pem(algorithm + ".crt", "CERTIFICATE", read.getCertificate("k").getEncoded());
      pem(algorithm + ".key", "PRIVATE KEY", read.getKey("k", PASSWORD.toCharArray()).getEncoded());
    }
  }

  private static void pem(String name, String what, byte[] bytes) throws IOException {
    var base64 = Base64.getMimeEncoder().encodeToString(bytes);
    Files.writeString(
        keys.resolve(name),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, base64, what));
  }

  private LiveService start(String host, String tls) throws IOException {
    return start(host, tls, 0);
  }

  private LiveService start(String host, String tls, int port) throws IOException {
    var text = "metasched.service { host = \"%s\", tls { %s } }".formatted(host, tls);
    var conf = Files.writeString(folder.resolve("my.conf"), text);
    var data = Optional.of(folder.resolve("data"));
    return LiveService.start(
        ServiceSettings.read(Optional.of(conf), data, Optional.of(port), keys),
        Clock.systemUTC(),
        "test",
        (own, clock) -> new FakeExecutor(clock, spec -> FakeRun.instant()));
  }

  private ApiClient client(String url, Optional<Path> authority) {
    return ApiClient.of(url, folder.resolve("data/tokens/user1"), authority);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RSA.crt|keystore = RSA.p12, password = secret",
        "RSA.crt|certificate = RSA.crt, key = RSA.key",
        "EC.crt|certificate = EC.crt, key = EC.key"
      })
  void theApiIsServedByItsKeyToThoseWhoTrustItAndToNobodyElse(String input) throws Exception {
    int bar = input.indexOf('|');
    var authority = keys.resolve(input.substring(0, bar));
    try (var service = start("0.0.0.0", input.substring(bar + 1))) {
      assertThat(service.url()).startsWith("https://");
      int port = URI.create(service.url()).getPort();
      var url = "https://127.0.0.1:" + port;

      assertThat(client(url, Optional.of(authority)).get("/v1/nodes").path("items")).hasSize(4);
      assertThatThrownBy(() -> client(url, Optional.empty()).get("/v1/nodes"))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("METASCHED_CA_FILE");
      assertThatThrownBy(
              () -> client("http://127.0.0.1:" + port, Optional.empty()).get("/v1/nodes"))
          .isInstanceOf(ServiceException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keystore = RSA.p12, password = wrong|tls.keystore",
        "keystore = none.p12|tls.keystore",
        "certificate = RSA.crt|either keystore",
        "certificate = RSA.key, key = RSA.key|tls.certificate",
        "certificate = RSA.crt, key = RSA.crt|tls.key",
        "|loopback"
      })
  void anUnusableKeyIsReportedInOneLine(String input) {
    int bar = input.indexOf('|');

    assertThatThrownBy(() -> start("0.0.0.0", input.substring(0, bar)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(input.substring(bar + 1))
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "certificate = RSA.crt, key = RSA.key"})
  void aPortThatIsInUseIsOneLine(String tls) throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThatThrownBy(() -> start("127.0.0.1", tls, port))
          .isInstanceOf(SettingsException.class)
          .hasMessageStartingWith(
              "127.0.0.1:%d: cannot listen at this address (--port, metasched.service.host): Address"
                  + " already in use by process %d of ",
              port, ProcessHandle.current().pid());
    }
    // the library would log a stack trace for this
    assertThat(Files.readString(Path.of("src/main/resources/logback-service.xml")))
        .contains("<logger name=\"akka.io.TcpListener\" level=\"OFF\"/>");
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
      throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aSessionOverTlsIsKeptForThisHostAlone() throws Exception {
    try (var service = start("127.0.0.1", "keystore = RSA.p12, password = secret")) {
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(KeyStore.getInstance(keys.resolve("RSA.p12").toFile(), PASSWORD.toCharArray()));
      var tls = SSLContext.getInstance("TLS");
      tls.init(null, trust.getTrustManagers(), null);
      var client = HttpClient.newBuilder().sslContext(tls).build();
      var where = URI.create(service.url() + "/v1/session");
      var token = Files.readString(folder.resolve("data/tokens/user1")).strip();
      var body = HttpRequest.BodyPublishers.ofString("{\"token\":\"%s\"}".formatted(token));
      var json = new String[] {"Content-Type", "application/json", "X-Requested-With", "t"};

      var set =
          send(client, HttpRequest.newBuilder(where).headers(json).POST(body))
              .headers()
              .firstValue("Set-Cookie")
              .orElseThrow();
      var cookie = set.substring(0, set.indexOf(';'));
      var plain = cookie.substring("__Host-".length());

      assertThat(set).contains("; Path=/;", "; Secure", "; HttpOnly").doesNotContain("Domain");
      assertThat(cookie).startsWith("__Host-metasched-session=");
      var known = HttpRequest.newBuilder(where).header("Cookie", cookie);
      assertThat(send(client, known).statusCode()).isEqualTo(200);
      var other = HttpRequest.newBuilder(where).header("Cookie", plain);
      assertThat(send(client, other).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aNameThatTheKeyDoesNotHaveIsNotTrusted() throws Exception {
    var tls = "keystore = RSA.p12, password = secret";
    try (var service = start("127.0.0.1", tls)) {
      var url = service.url().replace("127.0.0.1", "127.0.0.2").replaceAll("/+$", "");
      var trusting = client(url, Optional.of(keys.resolve("RSA.crt")));

      assertThatThrownBy(() -> trusting.get("/v1/nodes")).isInstanceOf(ServiceException.class);
    }
  }
}
