package io.metasched.service.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receiver of the tutorial about notifications, as a reader would start it. */
final class ReceiverExampleTest {
  private static final String SECRET = "mst_secret";
  private static final String SERVER = "http.server.HTTPServer((\"127.0.0.1\", 9000), Receiver)";
  private static final String FREE_PORT =
      "s = http.server.HTTPServer((\"127.0.0.1\", 0), Receiver); print(s.server_port, flush=True);"
          + " s";

  private Optional<Process> receiver = Optional.empty();
  private BufferedReader said = new BufferedReader(Reader.nullReader());
  private int port;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "no python3");
    var page = Files.readString(Path.of("../docs/tutorials/notifications.md"));
    var code = page.replaceFirst("(?s).*```python\n", "").replaceFirst("(?s)```.*", "");
    assertThat(code).contains(SERVER);
    var file = Files.writeString(folder.resolve("receiver.py"), code.replace(SERVER, FREE_PORT));
    var builder = new ProcessBuilder("/usr/bin/python3", file.toString());
    builder.environment().put("SECRET", SECRET);
    builder.redirectError(folder.resolve("errors").toFile());
    var process = builder.start();
    receiver = Optional.of(process);
    said = process.inputReader(StandardCharsets.UTF_8);
    port = Integer.parseInt(said.readLine());
  }

  @AfterEach
  void end() {
    receiver.ifPresent(Process::destroyForcibly);
  }

  private static String body(long number) {
    return "{\"number\":%d,\"name\":\"é\"}".formatted(number);
  }

  private int send(String body, long timestamp, String secret) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/jobs"))
            .header("Metasched-Timestamp", String.valueOf(timestamp))
            .header("Metasched-Signature", Signature.of(secret, timestamp, body))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void eachNotificationIsTakenOnceAndForgedOrOldOnesAreRefused() throws Exception {
    long now = Instant.now().getEpochSecond();

    assertThat(send(body(7), now, SECRET)).isEqualTo(204);
    assertThat(send(body(7), now + 1, SECRET)).isEqualTo(204); // a repetition
    assertThat(send(body(8), now, "mst_other")).isEqualTo(403);
    assertThat(send(body(8), now - 3600, SECRET)).isEqualTo(403);
    assertThat(send(body(9), now, SECRET)).isEqualTo(204);

    assertThat(said.readLine()).isEqualTo(body(7));
    assertThat(said.readLine()).isEqualTo(body(9));
  }
}
