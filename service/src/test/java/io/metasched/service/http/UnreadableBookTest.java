package io.metasched.service.http;

import static io.metasched.service.http.TestedApi.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Service whose database is unavailable. */
final class UnreadableBookTest {
  @TempDir private Path folder;

  private Server server(String port) throws Exception {
    return Server.createTcpServer("-tcpPort", port, "-ifNotExists", "-baseDir", folder.toString())
        .start();
  }

  @Test
  void readsAreNotReadyUntilTheDatabaseIsBack() throws Exception {
    var database = server("0");
    var port = String.valueOf(database.getPort());
    var url = "metasched.service.database.url = \"jdbc:h2:tcp://127.0.0.1:%s/./away\"";
    try (var api = new TestedApi(folder, url.formatted(port))) {
      var events = "/v1/jobs/%s/events".formatted(api.submit("user1", SMALL.formatted("true")));
      api.service.close();
      api.startAgain(); // earlier events are only in the database

      database.stop();
      var refused = api.call("GET", events, "user1", "");

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.json().path("type").asText()).endsWith("not-ready");
      database = server(port);
      assertThat(api.call("GET", events, "user1", "").status()).isEqualTo(200);
    } finally {
      database.stop();
    }
  }
}
