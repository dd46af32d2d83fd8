package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.JobIds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every route in every role, compared with the table of SECURITY.md. */
final class RolesApiTest {
  private static final String CONF =
      """
      metasched.service {
        cycle { period = 100ms }
        notifications { allowed-hosts = ["localhost:1"], webhooks-of-account = 100 }
        nodes = [
          { name = "north-1", domain = "north", performance = 1, price = "0.010", properties = [] }
          { name = "south-1", domain = "south", performance = 1, price = "0.010", properties = [] }
        ]
      }
      """;
  private static final Pattern ROW = Pattern.compile("\\| `(\\w+ [^`]+)` \\|(.*)\\|");
  private static final Path TABLE = Path.of("").toAbsolutePath().getParent().resolve("SECURITY.md");

  /** Parts of the job that the owner of the job's node must not see. */
  private static final List<String> SECRETS =
      List.of("secret-command", "secret-label", "SECRET_VARIABLE", "4321.987");

  private static final String JOB =
      """
      {"name":"traced-job","account":"user1","labels":{"secret-label":"secret-label"},
       "work":{"duration":"PT10M"},"budget":{"total":"4321.987"},"requires":{"node":"north-1"},
       "run":{"command":["hang","secret-command"],"environment":{"SECRET_VARIABLE":"1"}}}\
      """;
  private static final String HOOK = "{\"url\":\"http://localhost:1/\",\"account\":\"user1\"}";
  private static final String SMALL =
      "{\"account\":\"user1\",\"work\":{\"duration\":\"PT1M\"},\"run\":{\"command\":[\"x\"]}}";

  @TempDir private static Path folder;
  private static TestedApi api;
  private static final String ARRAY =
      """
      {"name":"traced-job","account":"user1","work":{"duration":"PT1S"},"array":{"indices":"1-2"},
       "start":{"notBefore":"2100-01-01T00:00:00Z"},"run":{"command":["secret-command"]}}
      """;

  private static final Map<String, String> TOKENS = new LinkedHashMap<>();
  private static String job = "";
  private static String killed = "";
  private static String reservation = "";
  private static int reserved;

  @BeforeAll
  static void start() throws Exception {
    api = new TestedApi(folder, CONF);
    api.call("POST", "/v1/accounts", "admin", "{\"id\":\"lab\"}"); // receives transfers
    TOKENS.put("user of the account", api.token("user1"));
    TOKENS.put("another user", api.token("user2"));
    TOKENS.put("coordinator of the account", coordinator("cora", "user1\",\"lab"));
    TOKENS.put("another coordinator", coordinator("carl", "user2"));
    TOKENS.put("reader", issue("rita", "reader", ""));
    TOKENS.put("owner of the node", issue("olga", "owner", "\"north-1\""));
    TOKENS.put("another owner", issue("otto", "owner", "\"south-1\""));
    TOKENS.put("administrator", api.token("admin"));
    TOKENS.put("no token", "");
    var exits = JOB.replace("hang", "exit-137").replace("traced-job", "killed-job");
    killed = api.submit("user1", exits.replace("north-1", "south-1"));
    api.outcome(killed);
    job = api.submit("user1", JOB);
    var hook =
        HOOK.replace("}", ",\"job\":\"%s\",\"labels\":{\"secret-label\":\"\"}}".formatted(job));
    assertThat(api.call("POST", "/v1/webhooks", "user1", hook).status()).isEqualTo(201);
    api.when(job, "running");
    reservation = reserve("traced-reservation", 7200);
    // a message of changes follows
    api.call("POST", "/v1/jobs/" + job + ":signal", "user1", "{\"signal\":\"USR1\"}");
  }

  @AfterAll
  static void end() {
    api.close();
  }

  private static String coordinator(String principal, String account) throws Exception {
    var body = "{\"principal\":\"%s\",\"role\":\"coordinator\",\"accounts\":[\"%s\"]}";
    return api.call("POST", "/v1/tokens", "admin", body.formatted(principal, account))
        .json()
        .path("token")
        .asText();
  }

  private static String issue(String principal, String role, String nodes) throws Exception {
    var body = "{\"principal\":\"%s\",\"role\":\"%s\",\"accounts\":[],\"nodes\":[%s]}";
    return api.call("POST", "/v1/tokens", "admin", body.formatted(principal, role, nodes))
        .json()
        .path("token")
        .asText();
  }

  private static String reserve(String name, int seconds) throws Exception {
    var body =
        """
        {"account":"user1","name":"%s","start":"%s","duration":"PT1M","nodeNames":["north-1"]}\
        """;
    var start = Instant.now().plusSeconds(seconds).toString();
    return api.call("POST", "/v1/reservations", "user1", body.formatted(name, start))
        .json()
        .path("id")
        .asText();
  }

  /** Returns the cells of each route, in the order of the roles. */
  private static Map<String, List<String>> table() throws IOException {
    var rows = new LinkedHashMap<String, List<String>>();
    for (var line : Files.readAllLines(TABLE)) {
      var row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(
            row.group(1), Arrays.stream(row.group(2).split("\\|", -1)).map(String::strip).toList());
      }
    }
    return rows;
  }

  @Test
  void theTableHasEveryRouteAndEveryRole() throws Exception {
    var header = Files.readAllLines(TABLE).stream().filter(each -> each.startsWith("| route |"));
    var roles = Arrays.stream(header.findFirst().orElseThrow().split("\\|", -1)).map(String::strip);

    assertThat(table().keySet()).containsExactlyInAnyOrderElementsOf(api.service.paths());
    assertThat(roles.skip(2).filter(role -> !role.isEmpty()))
        .containsExactlyElementsOf(TOKENS.keySet());
  }

  @Test
  void everyRouteAnswersEveryRoleAsTheTableSays() throws Exception {
    var soft = new SoftAssertions();
    // reads come before changes
    var rows = new ArrayList<>(table().entrySet());
    rows.sort(Comparator.comparing(row -> !row.getKey().startsWith("GET ")));
    for (var row : rows) {
      var roles = new ArrayList<>(TOKENS.keySet());
      // forbidden roles come first, so that changes by other roles do not interfere
      var order =
          IntStream.range(0, roles.size())
              .boxed()
              .sorted((a, b) -> Boolean.compare(mayIt(row.getValue(), a), mayIt(row.getValue(), b)))
              .toList();
      for (int at : order) {
        var role = roles.get(at);
        check(soft, row.getKey(), role, row.getValue().get(at));
      }
    }
    soft.assertAll();
  }

  @Test
  void anOwnerSeesOfAJobTheWindowAndTheIncomeOfItsNodesAlone() throws Exception {
    var wide =
        "{\"nodes\":2,\"budget\":{\"total\":\"50\"},\"work\":{\"duration\":\"PT1M\"},"
            + "\"start\":{\"notBefore\":\"%s\"},\"run\":{\"command\":[\"x\"]}}";
    var id = api.submit("user1", wide.formatted(Instant.now().plusSeconds(3600)));
    var whole = api.when(id, "booked");
    var olga = TOKENS.get("owner of the node");

    var seen = api.callWith(olga, "GET", "/v1/jobs/" + id, "");

    assertThat(seen.status()).isEqualTo(200);
    assertThat(seen.response().body()).doesNotContain("south-1", "50.000", "1.200");
    assertThat(seen.json().path("nodes").asInt()).isEqualTo(1);
    assertThat(seen.json().path("cost").asText()).isEqualTo("0.600");
    assertThat(seen.json().at("/window/parts/0"))
        .isEqualTo(
            whole.at("/window/parts/0/node").asText().equals("north-1")
                ? whole.at("/window/parts/0")
                : whole.at("/window/parts/1"));
    var elsewhere = api.callWith(olga, "GET", "/v1/jobs?node=south-1", "");
    assertThat(elsewhere.json().path("items")).isEmpty();
    api.call("POST", "/v1/jobs/" + id + ":cancel", "user1", "");
  }

  private static List<String> members(JsonNode json) {
    var names = new ArrayList<String>();
    json.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void anOwnerSeesOfAJobAndAReservationExactlyTheseMembers() throws Exception {
    var summary =
        List.of(
            "account",
            "attempt",
            "cancelAsked",
            "cost",
            "exit",
            "id",
            "labels",
            "name",
            "nodes",
            "reason",
            "signal",
            "startsAt",
            "state",
            "times",
            "user",
            "version");
    var whole = new ArrayList<>(summary);
    whole.add("window");
    var otto = TOKENS.get("another owner");
    var olga = TOKENS.get("owner of the node");

    var seen = api.callWith(otto, "GET", "/v1/jobs/" + killed, "").json();
    var listed = api.callWith(otto, "GET", "/v1/jobs?exit=137", "").json().at("/items/0");
    var held = api.callWith(olga, "GET", "/v1/reservations/" + reservation, "").json();

    assertThat(members(seen)).containsExactlyInAnyOrderElementsOf(whole);
    assertThat(members(listed)).containsExactlyInAnyOrderElementsOf(summary);
    assertThat(members(seen.path("labels"))).isEmpty();
    assertThat(members(seen.path("times")))
        .containsExactlyInAnyOrder("submitted", "booked", "started", "ended");
    assertThat(members(seen.path("window"))).containsExactlyInAnyOrder("start", "end", "parts");
    assertThat(members(seen.at("/window/parts/0")))
        .containsExactlyInAnyOrder(
            "node", "price", "cost", "end", "state", "exit", "signal", "cause", "started", "ended");
    assertThat(members(held))
        .containsExactlyInAnyOrder(
            "start", "finish", "cost", "nodes", "id", "version", "kind", "name", "user", "account",
            "state", "made");
  }

  private static boolean mayIt(List<String> cells, int at) {
    return !cells.get(at).equals("no") && !cells.get(at).equals("not there");
  }

  private record Answer(int status, String body) {}

  private void check(SoftAssertions soft, String route, String role, String cell) throws Exception {
    var answer = ask(route, role);
    var what = "%s as %s: %d %s".formatted(route, role, answer.status(), answer.body());
    switch (cell) {
      case "yes" ->
          soft.assertThat(answer.status()).as(what).isNotIn(401, 403, 404).isLessThan(500);
      case "some" -> {
        soft.assertThat(answer.status()).as(what).isEqualTo(200);
        soft.assertThat(answer.body()).as(what).doesNotContain(SECRETS);
        boolean isCounted = route.endsWith("/overview"); // the overview has no names
        soft.assertThat(isCounted || traces().stream().anyMatch(answer.body()::contains))
            .as(what)
            .isTrue();
      }
      case "none" -> {
        soft.assertThat(answer.status()).as(what).isEqualTo(200);
        soft.assertThat(answer.body()).as(what).doesNotContain(SECRETS).doesNotContain(traces());
      }
      case "no" ->
          soft.assertThat(answer.status()).as(what).isEqualTo(role.equals("no token") ? 401 : 403);
      case "not there" -> soft.assertThat(answer.status()).as(what).isEqualTo(404);
      default -> soft.fail("%s has the cell '%s'".formatted(route, cell));
    }
  }

  private static List<String> traces() {
    return List.of(job, reservation, "traced-job", "traced-reservation");
  }

  private Answer ask(String route, String role) throws Exception {
    var parts = route.split(" ", 2);
    var method = parts[0];
    var template = parts[1];
    var path =
        template
            .replace("{part}", "0")
            .replace("{account}", "user1")
            .replace("{node}", "north-1")
            .replace("{problem}", "not-found")
            .replace("{command}", "squeue")
            .replace("{issuer}", "unknown")
            .replace("/vendor/{file}", "/vendor/preact.mjs")
            .replace("/charts/{file}", "/charts/gantt.js")
            .replace("{file}", "app.js")
            .replace("{job}", method.equals("GET") ? job : fresh(template, "{job}"))
            .replace("{array}", fresh(template, "{array}"))
            .replace("{workflow}", fresh(template, "{workflow}"))
            .replace("{reservation}", method.equals("GET") ? reservation : fresh(template, "{res"))
            .replace("{local}", fresh(template, "{local}"))
            .replace("{webhook}", fresh(template, "{webhook}"))
            .replace("{token}", fresh(template, "{token}"));
    path = template.endsWith("/timeline") ? path + hours() : path;
    if (template.equals("/v1/events") || template.equals("/v1/changes")) {
      return stream(path + "?after=0", role);
    }
    var sent =
        api.callWith(
            TOKENS.get(role), method, path, body(method, template), "X-Requested-With", "t");
    return new Answer(sent.status(), sent.response().body());
  }

  private static String hours() {
    var now = Instant.now();
    return "?from=%s&to=%s".formatted(now.minusSeconds(3600), now.plusSeconds(10_000));
  }

  /**
   * Returns the id of an unchanged object of the user; empty if the path has no such placeholder.
   */
  private static String fresh(String template, String place) throws Exception {
    if (!template.contains(place)) {
      return "";
    }
    return switch (place) {
      case "{local}" ->
          api.callWith(
                  TOKENS.get("owner of the node"),
                  "POST",
                  "/v1/nodes/north-1/localJobs",
                  "{\"duration\":\"PT1M\"}")
              .json()
              .path("id")
              .asText();
      case "{token}" -> api.call("POST", "/v1/tokens", "user1", "{}").json().path("id").asText();
      case "{webhook}" ->
          api.call("POST", "/v1/webhooks", "user1", HOOK).json().path("id").asText();
      case "{array}" -> api.submit("user1", ARRAY);
      case "{workflow}" ->
          api.call("POST", "/v1/workflows", "user1", workflow()).json().path("id").asText();
      case "{job}" -> job; // this job is cancelled last
      default -> reserve("other", 20_000 + 100 * reserved++);
    };
  }

  private static String workflow() {
    return "{\"account\":\"user1\",\"jobs\":[{\"task\":\"a\",\"job\":%s}]}"
        .formatted(SMALL.replace("PT1M", "PT1S"));
  }

  private static String body(String method, String template) {
    return switch (method + " " + template) {
      case "POST /v1/webhooks" -> HOOK;
      case "POST /v1/jobs" -> SMALL;
      case "POST /v1/workflows", "POST /v1/workflows:estimate" -> workflow();
      case "POST /v1/jobs:batch" -> "{\"jobs\":[%s]}".formatted(SMALL);
      case "POST /v1/slurm/sbatch" -> command("--account=user1", "--wrap=true");
      case "POST /v1/slurm/scancel" -> command(number());
      case "POST /v1/slurm/scontrol" -> command("show", "jobs");
      case "PATCH /v1/arrays/{array}" -> "{\"labels\":{}}";
      case "POST /v1/slurm/{command}" -> command("--format=%i %j", "--states=all");
      case "POST /v1/estimates" -> "{\"job\":%s}".formatted(SMALL);
      case "PATCH /v1/jobs/{job}" -> "{\"labels\":{\"secret-label\":\"secret-label\"}}";
      case "POST /v1/jobs/{job}:signal" -> "{\"signal\":\"USR1\"}";
      case "POST /v1/reservations" ->
          "{\"account\":\"user1\",\"start\":\"%s\",\"duration\":\"PT1M\"}"
              .formatted(Instant.now().plusSeconds(40_000));
      case "POST /v1/accounts" -> "{\"id\":\"opened\"}";
      case "POST /v1/accounts/{account}/deposits" -> "{\"amount\":\"1\"}";
      case "POST /v1/accounts/{account}/transfers" -> "{\"to\":\"lab\",\"amount\":\"1\"}";
      case "POST /v1/nodes/{node}:drain" -> "{\"reason\":\"disk\"}";
      case "POST /v1/nodes/{node}/localJobs" -> "{\"duration\":\"PT1M\"}";
      case "POST /v1/whatif" -> "{\"policies\":[\"backfilling\"],\"last\":\"PT1M\"}";
      case "POST /v1/session" -> "{\"token\":\"%s\"}".formatted(TOKENS.get("another user"));
      default -> method.equals("GET") || method.equals("DELETE") ? "" : "{}";
    };
  }

  /** Returns the number of the traced job. */
  private static String number() {
    return String.valueOf(JobIds.number(job));
  }

  private static String command(String... words) {
    var arguments = String.join("\0", words) + "\0";
    return "{\"arguments\":\"%s\",\"environment\":\"\"}"
        .formatted(Base64.getEncoder().encodeToString(arguments.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the text that a stream has sent up to a final event. */
  private static Answer stream(String path, String role) throws Exception {
    var done = api.call("PUT", "/v1/nodes/south-1/policy", "admin", "{}");
    assertThat(done.status()).isEqualTo(200);
    long last = lastEvent();
    var request = HttpRequest.newBuilder(URI.create(api.service.url() + path));
    if (!TOKENS.get(role).isEmpty()) {
      request.header("Authorization", "Bearer " + TOKENS.get(role));
    }
    var response = TestedApi.HTTP.send(request.build(), BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      var text = new StringBuilder();
      boolean isKnown = false;
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        text.append(line).append('\n');
        isKnown |= line.startsWith("id: ") && Long.parseLong(line.substring(4)) >= last;
        if (isKnown && line.isEmpty()) {
          break;
        }
      }
      return new Answer(response.statusCode(), text.toString());
    }
  }

  /** Returns the number of the last event. */
  private static long lastEvent() throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(api.service.url() + "/v1/changes"))
            .header("Authorization", "Bearer " + api.token("admin"));
    var response = TestedApi.HTTP.send(request.build(), BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      return Long.parseLong(lines.readLine().substring("id: ".length()));
    }
  }
}
