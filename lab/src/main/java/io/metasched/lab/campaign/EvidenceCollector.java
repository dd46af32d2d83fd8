package io.metasched.lab.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.lab.check.Evidence;
import io.metasched.lab.check.RecordedCall;
import io.metasched.lab.check.RunFile;
import io.metasched.lab.check.SiteTable;
import io.metasched.lab.check.Watched;
import io.metasched.service.client.ApiClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Collector of the evidence of a service at rest. */
final class EvidenceCollector {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String OPEN = "waiting,placed,booked,starting,running";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiClient admin;
  private final Path runs;

  EvidenceCollector(ApiClient admin, Path runs) {
    this.admin = admin;
    this.runs = runs;
  }

  /** Returns the number of open jobs and reservations, and of grants that change soon. */
  int open() {
    return all("/v1/jobs?limit=100&state=" + OPEN).size()
        + all("/v1/reservations?limit=100").size()
        + changingGrants();
  }

  private int changingGrants() {
    var soon = Instant.now().plus(SOON);
    int changing = 0;
    for (var account : all("/v1/accounts?")) {
      var times =
          Stream.concat(
              account.path("lapsing").findValuesAsText("at").stream(),
              account.path("grant").findValuesAsText("next").stream());
      changing += times.anyMatch(at -> Instant.parse(at).isBefore(soon)) ? 1 : 0;
    }
    return changing;
  }

  /**
   * Collects all evidence.
   *
   * @param history lines of an exported history
   * @param sites what happened at sites
   */
  Evidence collect(
      List<RecordedCall> calls, List<Watched> watched, List<String> history, List<SiteTable> sites)
      throws IOException {
    var jobs = new TreeMap<String, JsonNode>();
    for (var id : ids("/v1/jobs?limit=100")) {
      jobs.put(id, admin.get("/v1/jobs/" + id));
    }
    var arrays = new TreeMap<String, JsonNode>();
    for (var item : all("/v1/jobs?limit=100&grouped=true")) {
      if (item.has("array")) {
        var id = item.path("id").asText();
        arrays.put(id, admin.get("/v1/arrays/" + id));
      }
    }
    var claims = new TreeMap<String, JsonNode>();
    for (var claim : all("/v1/reservations?all=true&limit=100")) {
      claims.put(claim.path("id").asText(), claim);
    }
    var accounts = new TreeMap<String, JsonNode>();
    var ledgers = new TreeMap<String, List<JsonNode>>();
    for (var account : all("/v1/accounts?")) {
      var id = account.path("id").asText();
      accounts.put(id, account);
      ledgers.put(id, all("/v1/accounts/%s/ledger?limit=100".formatted(ApiClient.part(id))));
    }
    var drained = new ArrayList<String>();
    for (var node : all("/v1/nodes?")) {
      if (node.has("drain")) {
        drained.add(node.path("id").asText());
      }
    }
    return new Evidence(
        calls,
        events(history),
        watched,
        jobs,
        arrays,
        accounts,
        ledgers,
        claims,
        drained,
        runFiles(),
        sites);
  }

  private List<String> ids(String path) {
    return all(path).stream().map(each -> each.path("id").asText()).toList();
  }

  private List<JsonNode> all(String path) {
    var all = new ArrayList<JsonNode>();
    for (var cursor = ""; ; ) {
      var page = admin.get(path + cursor);
      page.path("items").forEach(all::add);
      if (!page.has("next")) {
        return all;
      }
      cursor = "&cursor=" + page.path("next").asText();
    }
  }

  /**
   * Reads the lines of the history.
   *
   * @throws java.io.UncheckedIOException if the stream is interrupted
   */
  void history(Consumer<String> line) throws IOException {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(admin.stream("/v1/history"), StandardCharsets.UTF_8))) {
      lines.lines().forEach(line);
    }
  }

  private static List<JsonNode> events(List<String> history) throws IOException {
    var events = new ArrayList<JsonNode>();
    for (var line : history) {
      var json = JSON.readTree(line);
      if (json.path("line").asText().equals("event")) {
        events.add(json);
      }
    }
    return events;
  }

  private List<RunFile> runFiles() throws IOException {
    var files = new ArrayList<RunFile>();
    try (var paths = Files.list(runs)) {
      for (var path : paths.sorted().toList()) {
        files.add(RunFile.read(String.valueOf(path.getFileName()), Files.readAllLines(path)));
      }
    }
    return files;
  }
}
