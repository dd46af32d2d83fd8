package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.TakenSpan;
import io.metasched.service.site.TakenSpan.Reason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time that a site uses for itself, in the answers of the API. */
final class SiteTimeApiTest extends OnOneService {
  private static final String ON_1 =
      "{\"work\":{\"duration\":\"PT10M\"},\"requires\":{\"node\":\"local-1\"},"
          + "\"run\":{\"command\":[\"hang\"]}}";

  private static JsonNode get(String path, String who) throws Exception {
    return api.call("GET", path, who, "").json();
  }

  private static void report(Map<String, List<TakenSpan>> taken, Instant now) {
    api.report(new SiteCalendar(now, now.plus(100, ChronoUnit.DAYS), new TreeMap<>(taken)));
  }

  private static List<String> strings(JsonNode list) {
    var texts = new ArrayList<String>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  @Test
  @Timeout(300)
  void siteTimeIsShownExplainedAndNotSold() throws Exception {
    var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    var end = now.plus(2, ChronoUnit.HOURS);
    report(
        Map.of("local-1", List.of(new TakenSpan(now, end, Reason.MAINTENANCE, "<b>disks</b>"))),
        now);
    while (!get("/v1/nodes/local-1", "admin").has("site")) {
      Thread.onSpinWait();
    }

    var full = get("/v1/nodes/local-1", "admin").at("/site/0");
    assertThat(Instant.parse(full.path("end").asText())).isEqualTo(end);
    assertThat(full.path("reason").asText()).isEqualTo("maintenance");
    assertThat(full.path("detail").asText()).isEqualTo("<b>disks</b>");
    // not all principals may see the names of a site's jobs
    assertThat(get("/v1/nodes/local-1", "user2").at("/site/0").has("detail")).isFalse();
    assertThat(get("/v1/nodes/local-2", "user2").has("site")).isFalse();

    var slots = get("/v1/nodes/local-1/slots", "admin").path("items");
    assertThat(slots.get(0).path("kind").asText()).isEqualTo("site");
    var bars = get("/v1/timeline?node=local-1", "user2").path("items");
    assertThat(bars.get(0).path("state").asText()).isEqualTo("site");
    assertThat(bars.get(0).path("name").asText()).isEqualTo("maintenance");

    var id = api.submit("user1", ON_1);
    var job = api.when(id, "booked");
    assertThat(Instant.parse(job.path("window").path("start").asText())).isAfterOrEqualTo(end);
    assertThat(strings(get("/v1/jobs/%s/explanation".formatted(id), "user1").path("sooner")))
        .as(get("/v1/jobs/%s/explanation".formatted(id), "user1").toString())
        .contains("local-1 is used by its site until %s (maintenance)".formatted(end));

    // after the site has freed the time, the job moves
    report(Map.of("local-1", List.of()), now.plusSeconds(5));
    api.when(id, "running");
    assertThat(get("/v1/nodes/local-1", "admin").has("site")).isFalse();
    var past = new ArrayList<String>();
    get("/v1/timeline?node=local-1", "user2")
        .path("items")
        .forEach(each -> past.add(each.path("name").asText()));
    assertThat(past).contains("maintenance");
  }
}
