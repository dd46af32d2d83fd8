package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** List and graph of workflows in a real browser. */
final class WorkflowsInBrowserTest extends OnDashboard {
  private static final String NODES = ".graph a";

  private static ObjectNode workflow(String name) {
    var json = JSON.createObjectNode().put("name", name);
    json.putArray("jobs");
    return json;
  }

  private static void add(ObjectNode workflow, String task, List<String> after, String command) {
    var each = workflow.withArray("jobs").addObject().put("task", task);
    after.forEach(each.putArray("after")::add);
    each.set("job", job("<b>" + task, command));
  }

  private JsonNode submit(ObjectNode workflow) throws Exception {
    var answer = api.call("POST", "/v1/workflows", "user1", workflow.toString());
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    return answer.json();
  }

  /** Returns the values of an attribute of all jobs in the graph. */
  private List<String> ofJobs(String attribute) {
    return all(NODES).stream().map(node -> "" + node.getDomAttribute(attribute)).toList();
  }

  @Test
  void aWorkflowIsListedShownAsAGraphAndCancelled() throws Exception {
    signIn("user1");
    goTo("/workflows");
    await(() -> text().contains("There are no workflows. metasched workflow FILE"));
    var wanted = workflow(HOSTILE).put("deadline", "2126-01-01T00:00:00Z").put("budget", "900");
    add(wanted, "prepare", List.of(), "true");
    add(wanted, "left", List.of("prepare"), "hang");
    add(wanted, "right", List.of("prepare"), "true");
    add(wanted, "join", List.of("left", "right"), "true");
    var id = submit(wanted).path("id").asText();

    await(() -> find("tbody tr").getText().contains(HOSTILE));
    find("tbody a").click();
    await(() -> all(NODES).size() == 4);
    await(() -> find(".graph a.running .name").getText().equals("left"));
    await(() -> all(".graph a.finished").size() == 2);

    assertThat(find("h1").getText()).contains(HOSTILE);
    assertThat(text()).contains("of 900", ": the windows end before");
    assertThat(ofJobs("aria-description"))
        .allMatch(label -> label.matches("(?s)(prepare|left|right|join): [a-z]+; .*"))
        .anyMatch(label -> label.contains("on the critical path"));
    assertThat(all(".graph a.critical")).hasSizeBetween(2, 4);
    assertThat(all(".gantt canvas")).isNotEmpty();
    new Actions(browser).moveToElement(all(NODES).get(3)).perform();
    await(() -> find(".about").getText().startsWith("join: "));

    browser.executeScript("window.confirm = () => true");
    find("button.danger").click();
    await(() -> find("h1 .state").getText().equals("withdrawn"));
    assertThat(all(".graph a.withdrawn")).hasSize(2);
    assertThat(all("button.danger")).isEmpty();
    assertThat(browser.getTitle()).isEqualTo("Workflow - metasched");
    var cancelled = api.call("GET", "/v1/workflows/" + id, "user1", "").json();
    assertThat(cancelled.path("counts").path("withdrawn").asInt()).isEqualTo(2);
  }

  @Test
  void arrowKeysMoveAlongTheEdgesAndEnterOpensAJob() throws Exception {
    var wanted = workflow("keys");
    add(wanted, "first", List.of(), "hang");
    add(wanted, "second", List.of("first"), "true");
    add(wanted, "third", List.of("first"), "true");
    var made = submit(wanted);
    signIn("user1");
    goTo("/workflow/" + made.path("id").asText());
    await(() -> all(NODES).size() == 3);

    assertThat(ofJobs("tabindex")).containsExactly("0", "-1", "-1");
    browser.executeScript("document.querySelector('.graph a').focus()");
    for (var key : List.of(Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_DOWN)) {
      browser.switchTo().activeElement().sendKeys(key);
    }
    assertThat(find(".about").getText()).startsWith("third: ");
    browser.switchTo().activeElement().sendKeys(Keys.ENTER);
    await(() -> find("h1").getText().startsWith("<b>third"));
    assertThat(text()).contains("Workflow\n" + made.path("id").asText() + " third");
    assertThat(text()).contains("Follows\n" + made.at("/tasks/0/job").asText());
    goTo("/job/" + made.at("/tasks/0/job").asText());
    await(() -> text().contains("Followed by\nsecond third"));
  }

  @Test
  @Tag("long")
  void manyJobsAreDrawnAndTheirChangesToo() throws Exception {
    var wanted = workflow("many");
    var before = List.<String>of();
    for (int layer = 0; layer < 10; layer++) {
      var names = new ArrayList<String>();
      for (int i = 0; i < 100; i++) {
        names.add("t%d-%d".formatted(layer, i));
        add(wanted, names.get(i), before, "true");
      }
      before = names.subList(0, 10); // 9,000 edges
    }
    var id = submit(wanted).path("id").asText();
    signIn("user1");
    goTo("/workflow/" + id);
    await(() -> all(NODES).size() == 1000);
    await(() -> all(".graph a.finished").size() > 10);

    var edges =
        (Long)
            browser.executeScript(
                "return [...document.querySelectorAll('.graph path:not(.critical)')].reduce((sum,"
                    + " each) => sum + each.getAttribute('d').split('M').length - 1, 0)");
    assertThat(edges).isEqualTo(9000);
    var distinct =
        (Long)
            browser.executeScript(
                "return new Set([...document.querySelectorAll('.graph a')]"
                    + ".map((each) => each.getAttribute('transform'))).size");
    assertThat(distinct).isEqualTo(1000);
    assertThat(all("tbody tr")).hasSize(100);
    find("section[aria-labelledby=tasks] button").click();
    await(() -> all("tbody tr").size() == 200);
    api.call("POST", "/v1/workflows/" + id + ":cancel", "user1", "{}");
    await(() -> all(".graph a.withdrawn").size() > 500);
  }
}
