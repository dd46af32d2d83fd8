package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.run.StagedFile;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;

/** Dashboard of a whole service in a real browser. */
final class DashboardInBrowserTest extends OnDashboard {
  private static final int MOST_TABS = 500;

  /** Moves the pointer over the chart up to a tooltip with a text, and clicks there. */
  private static final String CLICK_ON_THE_FIRST_JOB =
      """
      const chart = document.querySelector('.gantt');
      const frame = chart.getBoundingClientRect();
      for (let y = 40; y < frame.height; y += 8) {
        for (let x = 120; x < frame.width; x += 4) {
          const place = { clientX: frame.left + x, clientY: frame.top + y, pointerId: 1 };
          const send = (type) => chart.dispatchEvent(new PointerEvent(type, place));
          send('pointermove');
          if (document.getElementById('tip').textContent.includes(arguments[0])) {
            send('pointerdown');
            send('pointerup');
            return true;
          }
        }
      }
      return false;
      """;

  private void write(String field, String value) {
    var element = find("[name=" + field + "]");
    element.sendKeys(Keys.chord(Keys.CONTROL, "a"), value);
  }

  private String submit(String user, ObjectNode job) throws Exception {
    var answer = api.call("POST", "/v1/jobs", user, job.toString()).response();
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return JSON.readTree(answer.body()).path("id").asText();
  }

  // --- life cycle of a job

  @Test
  void aJobIsSubmittedAndSeenBookedRunningAndFinishedWithoutAReload() throws Exception {
    signIn("user1");
    browser.executeScript("window.wasNotLoadedAgain = true");
    goTo("/submit");
    await(() -> !all("[name=command]").isEmpty());
    write("command", "echo from the page");
    write("name", "my-job");
    assertThat(find("pre.command").getText())
        .contains("metasched submit --name my-job", "-- /bin/sh -c 'echo from the page'");
    find("button.main").click();

    var seen = new ArrayList<String>();
    await(
        () -> {
          var state = all("h1 .state").isEmpty() ? "" : find("h1 .state").getText();
          if (!state.isEmpty() && !seen.contains(state)) {
            seen.add(state);
          }
          return state.equals("finished");
        });

    assertThat(seen).contains("running", "finished");
    await(() -> text().contains("echo from the page\n"));
    await(() -> text().contains("part ended, part 0, exit 0"));
    assertThat(browser.executeScript("return window.wasNotLoadedAgain === true")).isEqualTo(true);
  }

  @Test
  void aJobThatFailedIsShownAsSuchWithItsExitStatusAndWhatWasCharged() throws Exception {
    submit("user1", job("fine", "true"));
    submit("user1", job("broken", "exit-3"));
    signIn("user1");
    goTo("/jobs");
    await(() -> text().contains("failed (exit 3)") && text().contains("finished"));
    var good = find(".state.finished").getCssValue("color");

    goTo("/jobs?exit=1-255");
    await(() -> find("[role=status]").getText().equals("1 job"));

    assertThat(find(".rows .row").getText()).contains("broken").containsPattern("\\b3\\b");
    assertThat(find(".state.failed").getCssValue("color")).isNotEqualTo(good);
    find(".rows a").click();
    await(() -> find("h1 .state").getText().equals("failed (exit 3)"));
    assertThat(text()).contains("part 0 on local-", "ended with exit status 3");
  }

  @Test
  void allThatAJobMayAskForIsInTheForm() throws Exception {
    var raw = Files.write(folder.resolve("raw"), new byte[] {(byte) 0xE9, 0});
    var text = Files.writeString(folder.resolve("text"), "\uFEFFé");
    signIn("user1");
    goTo("/submit");
    await(() -> !all("details.more:not(.array) summary").isEmpty());
    find("details.more:not(.array) summary").click();
    write("require", "gpu!=a100, memory != 64");
    write("performance", "1");
    write("domain", "local");
    write("memory", "12");
    await(() -> text().contains("The memory: a number with K, M, G or T"));
    write("memory", "512M");
    write("env", "A=b c\nD");
    await(() -> text().contains("The variables: NAME=VALUE"));
    write("env", "A=b c\nD=e=f");
    write("chdir", "sub");
    find("[name=input]").sendKeys(raw + "\n" + text);
    find("[name=requeue]").click();
    find("[name=advised]").click();
    write("reliability", "95");
    await(() -> find("pre.command").getText().contains("--input raw --input text"));
    assertThat(find("pre.command").getText())
        .contains(
            "--require 'gpu!=a100' --require 'memory != 64' --performance 1 --domain local"
                + " --memory 512M --env 'A=b c' --env D=e=f --input raw --input text --chdir sub"
                + " --requeue --accept-advised --reliability 95 -- /bin/sh -c");
    find("button.main").click();
    await(() -> browser.getCurrentUrl().contains("/job/"));

    var id = browser.getCurrentUrl().replaceAll(".*/job/", "");
    var job = api.call("GET", "/v1/jobs/" + id, "user1", "").json();
    assertThat(job.path("requires"))
        .isEqualTo(
            JSON.readTree(
                "{\"performance\":1,\"properties\":[\"gpu!=a100\",\"memory!=64\"],\"domain\":\"local\"}"));
    assertThat(job.path("onNodeLoss").asText()).isEqualTo("requeue");
    assertThat(job.at("/sites/acceptAdvised").asBoolean()).isTrue();
    assertThat(job.at("/sites/reliability").asInt()).isEqualTo(95);
    assertThat(job.at("/run/chdir").asText()).isEqualTo("sub");
    assertThat(job.at("/run/limits/memoryBytes").asLong()).isEqualTo(512L << 20);
    var run = api.prepared(id);
    assertThat(run.environment()).containsEntry("A", "b c").containsEntry("D", "e=f");
    assertThat(run.input())
        .containsExactly(
            new StagedFile("raw", "6QA=", true), new StagedFile("text", "\uFEFFé", false));
  }

  @Test
  void anArrayWithItsLimitIsSubmittedInTheForm() throws Exception {
    signIn("user1");
    goTo("/submit");
    await(() -> !all("details.array summary").isEmpty());
    find("details.array summary").click();
    for (var wrong : List.of("3-1", "1,1", "0-9:0", "1-20000", "4194304", "1-", "x")) {
      write("indices", wrong);
      await(() -> text().contains("The indices: up to 10,000 different numbers"));
    }
    write("indices", "1-5:2,9");
    write("most", "0");
    await(() -> text().contains("Jobs at a time: a number from 1 to 10000"));
    write("most", "2");
    write("priority", "1001");
    await(() -> text().contains("The priority: a whole number from -1000 to 1000"));
    write("priority", "-7");
    write("mailUser", "ann");
    await(() -> text().contains("The mail address: such as"));
    write("mailUser", "a@b.org");
    write("mailType", "END, soon");
    await(() -> text().contains("The mails: some of BEGIN, END"));
    write("mailType", "begin, END");
    await(
        () ->
            find("pre.command")
                .getText()
                .contains(
                    "--array 1-5:2,9%2 --priority -7 --mail-user a@b.org --mail-type 'begin,"
                        + " END'"));
    find("button.main").click();
    await(() -> text().contains("the service plans jobs in the order of submission"));
    find("[name=priority]").sendKeys(Keys.BACK_SPACE, Keys.BACK_SPACE);
    find("button.main").click();
    await(() -> text().contains("the service sends no mails"));
    write("mailUser", String.valueOf(Keys.BACK_SPACE));
    find("button.main").click();
    await(() -> browser.getCurrentUrl().contains("/jobs?array="));

    var id = browser.getCurrentUrl().replaceAll(".*array=", "");
    var array = api.call("GET", "/v1/arrays/" + id, "user1", "").json();
    assertThat(array.at("/array/indices").asText()).isEqualTo("1-5:2,9");
    assertThat(array.at("/array/most").asInt()).isEqualTo(2);
  }

  @Test
  void outputThatWasCutOffSaysSo() throws Exception {
    var id = submit("user1", job("long", "x".repeat(120_000)));
    api.outcome(id);
    signIn("user1");
    goTo("/job/" + id);

    await(
        () ->
            text().contains("The output is truncated: the job wrote more than its machine keeps"));
  }

  @Test
  void aDryRunKeepsNothingAndWhatIsWrongIsNamed() throws Exception {
    signIn("user1");
    goTo("/submit");
    await(() -> !all("[name=command]").isEmpty());
    browser.findElement(By.xpath("//button[text()='Dry run']")).click();
    await(() -> text().contains("The job would be booked from"));
    write("nodes", "400");
    browser.findElement(By.xpath("//button[text()='Dry run']")).click();
    await(() -> text().contains("it asks for 400 nodes, but the fleet has 4"));
    write("time", "soon");
    assertThat(text()).contains("The time limit: minutes");
    assertThat(find("button.main").isEnabled()).isFalse();

    assertThat(api.call("GET", "/v1/jobs", "user1", "").response().body()).contains("\"items\":[]");
  }

  @Test
  void anOfferIsTakenUpAndBookedAsItWasOffered() throws Exception {
    signIn("user1");
    goTo("/submit");
    var cost = new ArrayList<String>();
    await(
        () -> takeUp(cost)); // stale offers are refused on a slow machine, and other offers remain

    var id = browser.getCurrentUrl().replaceAll(".*/job/", "");
    var money = api.call("GET", "/v1/jobs/" + id, "user1", "").json().path("money");
    var held = BigDecimal.ZERO;
    for (var each : money) {
      held = held.add(new BigDecimal(each.asText()));
    }
    assertThat(held).isEqualByComparingTo(cost.get(cost.size() - 1));
    goTo("/accounts");
    await(() -> text().contains("hold"));
    var line = browser.findElement(By.xpath("//tr[td[2]='hold']")).getText();
    assertThat(line).contains("hold -" + cost.get(cost.size() - 1) + " +");
  }

  @Test
  void theGrantOfAnAccountAndItsMoneyThatLapsesAreShown() throws Exception {
    var grant = "{\"grant\":{\"amount\":\"500\",\"period\":\"yearly\"}}";
    api.call("PATCH", "/v1/accounts/user1", "admin", grant);

    signIn("user1");
    goTo("/accounts");

    await(() -> text().contains("500 lapse"));
    assertThat(text()).contains("500 yearly, next ");
    api.call("PATCH", "/v1/accounts/user1", "admin", "{\"grant\":null}");
  }

  /** Performs one step from the offers to a booked job; returns whether the job is booked. */
  private boolean takeUp(List<String> cost) {
    if (all("button.main").isEmpty()) {
      return text().contains("Held");
    }
    var button = find("button.main");
    if (button.getText().equals("Accept this offer")) {
      assertThat(find("pre.command").getText()).contains("--hold-offer", "--begin");
      button.click();
    } else if (!all(".cards .card").isEmpty()) {
      var card = find(".cards .card");
      cost.add(card.findElement(By.tagName("strong")).getText());
      card.click();
    }
    return false;
  }

  @Test
  void aJobThatFindsNoWindowSaysWhatWouldHelp() throws Exception {
    var late = job("late", "true");
    late.put("nodes", 4);
    var blocker = job("blocker", "hang");
    blocker.put("nodes", 4);
    blocker.putObject("work").put("duration", "PT1H");
    submit("user2", blocker);
    while (!api.call("GET", "/v1/jobs", "user2", "").response().body().contains("running")) {
      Thread.onSpinWait();
    }
    var start = JSON.createObjectNode().put("deadline", Instant.now().plusSeconds(600).toString());
    late.set("start", start);
    var id = submit("user1", late);
    signIn("user1");
    goTo("/job/" + id);

    await(
        () ->
            text().contains("What would help")
                || text().contains("cycles that considered the job"));
    assertThat(text()).doesNotContainPattern("\\dT\\d\\d:\\d\\d"); // all in the reader's time zone
  }

  @Test
  void aNodeIsTakenFromSaleAndPutBack() throws Exception {
    signIn("admin");
    goTo("/nodes");
    await(() -> !all("[name=reason]").isEmpty());
    find("[name=reason]").sendKeys("new disk");
    find("button[value=drain]").click();
    await(() -> text().contains("drained: new disk"));
    find("button[value=resume]").click();

    await(() -> !text().contains("new disk"));
  }

  @Test
  void theChartOfNodesNamesTheJobUnderThePointerAndOpensItOnAClick() throws Exception {
    var job = job(HOSTILE, "hang");
    job.putObject("work").put("duration", "PT30M"); // wide enough to be pointed at
    var id = submit("user1", job);
    signIn("user1");
    goTo("/nodes");
    await(() -> !all(".gantt canvas").isEmpty());

    await(() -> Boolean.TRUE.equals(browser.executeScript(CLICK_ON_THE_FIRST_JOB, HOSTILE)));

    await(() -> browser.getCurrentUrl().endsWith("/job/" + id));
    assertThat(all("#tip img")).isEmpty();
    await(() -> !all(".gantt canvas").isEmpty()); // the chart of its window
    assertThat(find("#tip").isDisplayed()).isFalse();
  }

  @Test
  void anOwnerSetsAPriceAndGivesANodeALocalJob() throws Exception {
    signIn("admin");
    goTo("/node/local-1");
    await(() -> !all("[name=price]").isEmpty());
    write("price", "4.5");
    browser.findElement(By.xpath("//button[.='Add tariff']")).click();
    await(() -> !all("input[type=time]").isEmpty());
    browser.findElement(By.xpath("//button[text()='Save']")).click();
    await(() -> text().contains("it applies from the next cycle on"));

    var policy = api.call("GET", "/v1/nodes/local-1/policy", "admin", "").json();
    assertThat(policy.path("price").asText()).isEqualTo("4.500");
    assertThat(policy.path("tariffs")).hasSize(1);
    write("length", "45");
    browser.findElement(By.xpath("//button[text()='Reserve the earliest time']")).click();
    browser.findElement(By.xpath("//summary[contains(.,'slots')]")).click();
    await(() -> text().contains("End job"));
    browser.findElement(By.xpath("//button[text()='End job']")).click();

    await(() -> !text().contains("End job"));
  }

  @Test
  void nodesAreReservedAndGivenUp() throws Exception {
    signIn("user1");
    goTo("/reservations");
    await(() -> !all("[name=start]").isEmpty());
    write("name", HOSTILE);
    write("nodes", "2");
    browser.executeScript(
        "const field = document.querySelector('[name=start]');"
            + "const shift = 7_200_000 - new Date().getTimezoneOffset() * 60_000;"
            + "field.value = new Date(Date.now() + shift).toISOString().slice(0, 16);"
            + "field.dispatchEvent(new Event('input', { bubbles: true }));");
    await(() -> find("button.main").isEnabled());
    find("button.main").click();
    await(() -> text().contains("Release"));

    assertThat(text()).contains(HOSTILE);
    assertThat(all("main img")).isEmpty();
    find("button.danger").click();
    browser.switchTo().alert().accept();
    await(() -> text().contains("No reservations"));
  }

  @Test
  void namesAndOutputAreTextWhateverTheyContain() throws Exception {
    var id = submit("user1", job(HOSTILE, "sh", "echo", HOSTILE, "\u001b[31m"));
    signIn("user1");
    goTo("/jobs");
    await(() -> text().contains(HOSTILE));
    goTo("/job/" + id);
    await(() -> !all("pre.output").isEmpty() && find("pre.output").getText().contains(HOSTILE));

    assertThat(find("h1").getText()).contains(HOSTILE);
    assertThat(all("main img")).isEmpty();
    assertThat(browser.getTitle()).isEqualTo("Job - metasched");
  }

  @Test
  void aCancellationInOneTabIsSeenInAnother() throws Exception {
    var job = job("endless", "hang");
    job.putObject("work").put("duration", "PT30M"); // cancelled before that, even on a slow machine
    var id = submit("user1", job);
    signIn("user1");
    goTo("/job/" + id);
    var first = browser.getWindowHandle();
    browser.switchTo().newWindow(WindowType.TAB);
    browser.get(api.service.url() + "/#/jobs");
    await(() -> text().contains("endless") && text().contains("running"));
    var second = browser.getWindowHandle();

    browser.switchTo().window(first);
    await(() -> !all("button.danger").isEmpty());
    find("button.danger").click();
    browser.switchTo().alert().accept();
    browser.switchTo().window(second);

    await(() -> text().contains("withdrawn"));
  }

  @Test
  void anArrayIsOneRowThatLeadsToItsJobsAndIsCancelledAsAWhole() throws Exception {
    var job = job("sweep", "hang");
    job.putObject("work").put("duration", "PT30M"); // cancelled before that, even on a slow machine
    job.putObject("array").put("indices", "1-12").put("most", 1);
    submit("user1", job);
    signIn("user1");
    goTo("/jobs");
    await(() -> text().contains("sweep [1-12]") && text().contains("11 waiting, 1 running"));
    assertThat(all(".rows .row")).hasSize(1);

    find(".rows a").click();
    await(() -> all(".rows .row").size() == 12 && text().contains("1-12, 1 at a time"));
    assertThat(text()).contains("sweep [7]");
    find("button.danger").click();
    browser.switchTo().alert().accept();

    await(() -> text().contains("12 withdrawn"));
    await(() -> all(".rows .withdrawn").size() == 12); // the list has its own requests
  }

  // --- large amounts

  /** Submits jobs that wait for days. */
  private JsonNode submitMany(int count) throws Exception {
    var batch = JSON.createObjectNode();
    for (int number = 0; number < count; number++) {
      var each = job("job-" + number, "true");
      each.putObject("start").put("notBefore", Instant.now().plusSeconds(864_000).toString());
      batch.withArray("jobs").add(each);
    }
    var answer = api.call("POST", "/v1/jobs:batch", "user1", batch.toString());
    assertThat(answer.response().statusCode()).isEqualTo(200);
    return answer.json();
  }

  private void scrollToTheFirstJob() {
    await(
        () -> {
          browser.executeScript(
              "const rows = document.querySelector('.rows'); rows.scrollTop = rows.scrollHeight");
          return text().contains("job-0 ");
        });
  }

  @Test
  @Tag("long")
  void tenThousandJobsAreDrawnAsTheyComeIntoView() throws Exception {
    submitMany(10_000);
    signIn("user1");
    goTo("/jobs");
    await(() -> text().contains("job-9999"));

    scrollToTheFirstJob();

    assertThat(all(".rows .row").size()).isLessThan(100);
    assertThat(find("[role=status]").getText()).isEqualTo("10,000 jobs");
    // the page does not reload unchanged data
    var isLighter =
        "const done = arguments[0];"
            + "const path = '/v1/jobs?limit=200';"
            + "const url = new URL(path, location).href;"
            + "import('/assets/api.js').then(async ({ call }) => {"
            + "  await call('GET', path);"
            + "  performance.clearResourceTimings();"
            + "  const jobs = await call('GET', path);"
            + "  setTimeout(() => {"
            + "    const again = performance.getEntriesByName(url).pop();"
            + "    done(jobs.items.length === 200 && again.transferSize < 2000);"
            + "  }, 50);"
            + "});";
    await(() -> Boolean.TRUE.equals(browser.executeAsyncScript(isLighter)));
  }

  @Test
  void ofMuchThatHasChangedOnlyWhatIsInViewIsFetched() throws Exception {
    var jobs = submitMany(2000).path("items");
    signIn("user1");
    goTo("/jobs");
    await(() -> text().contains("job-1999"));
    scrollToTheFirstJob();
    browser.executeScript("performance.clearResourceTimings()");

    for (int number = 0; number < 30; number++) { // every second job is in view
      var id = jobs.path(number % 2 == 0 ? number / 2 : 1000 + number).path("id").asText();
      api.call("POST", "/v1/jobs/%s:cancel".formatted(id), "user1", "");
    }
    await(() -> withdrawn() == 15);
    var lists =
        "return new Set(performance.getEntriesByType('resource').map((each) => each.name)"
            + ".filter((name) => name.includes('/v1/jobs?limit=200'))).size";
    assertThat((Long) browser.executeScript(lists)).isLessThan(5); // of ten pages

    browser.executeScript("document.querySelector('.rows').scrollTop = 34 * (1999 - 1024)");
    await(() -> withdrawn() == 15);
    submit("user1", job("later", "hang"));
    browser.executeScript("document.querySelector('.rows').scrollTop = 0");
    await(() -> text().contains("later") && text().contains("running"));
    assertThat(find("[role=status]").getText()).isEqualTo("2,001 jobs");
  }

  private long withdrawn() {
    return all(".rows .state").stream()
        .filter(state -> state.getText().equals("withdrawn"))
        .count();
  }

  // --- failures

  @Test
  void theServiceEndsAndComesBackAndThePageGoesOnByItself() throws Exception {
    signIn("user1");
    goTo("/jobs");
    await(() -> text().contains("No job matches"));
    api.service.close();
    await(() -> text().contains("The service does not answer"));

    api.startAgain();
    submit("user1", job("behind-the-break", "true"));

    await(() -> text().contains("behind-the-break"));
    await(() -> !text().contains("The service does not answer"));
  }

  @Test
  void aSessionThatHasEndedAsksForAToken() throws Exception {
    signIn("user1");
    var tokens = JSON.readTree(api.call("GET", "/v1/tokens", "user1", "").response().body());
    for (var token : tokens.path("items")) {
      if (token.path("id").asText().startsWith("s-")) {
        api.call("DELETE", "/v1/tokens/" + token.path("id").asText(), "user1", "").response();
      }
    }
    goTo("/jobs");

    await(() -> !all("#token").isEmpty());
    assertThat(text()).contains("Your session has ended");
  }

  private void signInAs(String role, String accounts) throws Exception {
    var body = "{\"principal\":\"guest\",\"role\":\"%s\",\"accounts\":[%s]}";
    var made = api.call("POST", "/v1/tokens", "admin", body.formatted(role, accounts));
    browser.get(api.service.url());
    await(() -> !all("#token").isEmpty());
    find("#token").sendKeys(made.json().path("token").asText(), Keys.ENTER);
    await(() -> !all("nav a").isEmpty());
  }

  @Test
  void aCoordinatorCancelsJobsAndTransfersMoneyOfItsAccounts() throws Exception {
    var id = submit("user1", job("of-user1", "hang"));
    signInAs("coordinator", "\"user1\",\"user2\"");
    goTo("/job/" + id);
    await(() -> !all("button.danger").isEmpty());
    goTo("/accounts?account=user1");
    await(() -> !all("[name=amount]").isEmpty());

    assertThat(find("nav").getText()).contains("Submit").doesNotContain("Policies", "Prices");
    assertThat(text()).contains("Transfer").doesNotContain("Deposit", "user3");
    assertThat(find("[name=to]").getText().strip()).isEqualTo("user2");
    find("[name=amount]").sendKeys("12.5", Keys.ENTER);
    await(() -> text().contains("transfer"));
    assertThat(text()).contains("12.5");
  }

  @Test
  void aReaderIsNotOfferedWhatTheyMayNotDo() throws Exception {
    var id = submit("user1", job("of-user1", "hang"));
    signInAs("reader", "");

    assertThat(find("nav").getText()).doesNotContain("Submit");
    goTo("/job/" + id);
    await(() -> text().contains("of-user1"));
    assertThat(all("button.danger")).isEmpty();
  }

  @Test
  void nothingIsAskedForElsewhere() throws Exception {
    submit("user1", job("any", "sh"));
    signIn("user1");
    for (var view :
        List.of(
            "/overview",
            "/jobs",
            "/workflows",
            "/submit",
            "/nodes",
            "/reservations",
            "/accounts",
            "/prices",
            "/policies")) {
      goTo(view);
      await(() -> !all("main h1").isEmpty() && !text().contains("Loading"));
    }
    var names =
        (List<?>)
            browser.executeScript(
                "return performance.getEntriesByType('resource').map((entry) => entry.name)");

    assertThat(names).isNotEmpty().allMatch(name -> name.toString().startsWith(api.service.url()));
  }

  // --- accessibility

  /** Presses the tab key until the wanted element has the focus, and returns it. */
  private WebElement tabTo(String tag, String text) {
    for (int tabs = 0; tabs < MOST_TABS; tabs++) {
      browser.switchTo().activeElement().sendKeys(Keys.TAB);
      var focused = browser.switchTo().activeElement();
      boolean isNamed = text.equals(focused.getDomAttribute("name"));
      if (focused.getTagName().equals(tag) && (isNamed || focused.getText().equals(text))) {
        return focused;
      }
    }
    return fail("%d tabulators do not lead to %s %s", MOST_TABS, tag, text);
  }

  @Test
  void theKeyboardAloneIsEnough() throws Exception {
    signIn("user1");
    tabTo("a", "To the content");
    tabTo("a", "Submit").sendKeys(Keys.ENTER);
    await(() -> !all("[name=command]").isEmpty());
    tabTo("textarea", "command").sendKeys(Keys.chord(Keys.CONTROL, "a"), "echo by keys");
    tabTo("input", "name").sendKeys("by-keys");
    tabTo("button", "Submit").sendKeys(Keys.SPACE);
    await(() -> !all("h1 .state").isEmpty() && find("h1 .state").getText().equals("finished"));

    tabTo("a", "Jobs").sendKeys(Keys.ENTER);
    await(() -> !all(".rows .row").isEmpty());
    tabTo("a", "by-keys").sendKeys(Keys.ENTER);
    await(() -> text().contains("echo by keys\n"));
    tabTo("button", "Sign out").sendKeys(Keys.SPACE);
    await(() -> !all("#token").isEmpty());
  }

  private static List<String> views(String job, String workflow) {
    return List.of(
        "/overview",
        "/jobs",
        "/workflows",
        "/submit",
        "/nodes",
        "/reservations",
        "/accounts?account=user1",
        "/prices",
        "/policies",
        "/node/local-1",
        "/job/" + job,
        "/workflow/" + workflow);
  }

  @ParameterizedTest
  @CsvSource({"1400, light", "1400, dark", "500, light", "500, dark", "2000, light"})
  void axeFindsNothing(int width, String theme) throws Exception {
    var axe = Objects.requireNonNull(getClass().getResourceAsStream("/axe/axe.min.js"));
    var script = new String(axe.readAllBytes(), StandardCharsets.UTF_8);
    var id = submit("user1", job("any", "hang"));
    var wanted = JSON.createObjectNode();
    wanted.withArray("jobs").addObject().put("task", "only").set("job", job("any", "hang"));
    var workflow = api.call("POST", "/v1/workflows", "user1", wanted.toString()).json();
    browser.manage().window().setSize(new Dimension(width, 1000));
    signIn("admin");
    browser.executeScript("document.documentElement.dataset.theme = arguments[0]", theme);
    browser.executeScript(script);
    for (var view : views(id, workflow.path("id").asText())) {
      goTo(view);
      await(() -> !all("main h1").isEmpty() && !text().contains("Loading"));
      var found =
          ((JavascriptExecutor) browser)
              .executeAsyncScript(
                  "const done = arguments[arguments.length - 1];"
                      + "axe.run().then((r) => done(JSON.stringify(r.violations.map((v) =>"
                      + " [v.id, v.nodes.slice(0, 3).map((n) => n.html + n.failureSummary)]))));");
      assertThat(found).as("%s %d %s", view, width, theme).isEqualTo("[]");
      var wide = browser.executeScript("return document.documentElement.scrollWidth");
      assertThat(((Number) Objects.requireNonNull(wide)).intValue())
          .as(String.format(Locale.ROOT, "%s at %d", view, width))
          .isLessThanOrEqualTo(width);
    }
  }

  @Test
  void theListOfJobsFitsIntoAWindowOf1300Pixels() throws Exception {
    submit("user1", job("any", "hang"));
    browser.manage().window().setSize(new Dimension(1300, 1000));
    signIn("admin");
    goTo("/jobs");
    await(() -> !all(".rows .row").isEmpty());

    assertThat(
            browser.executeScript(
                "return ['.list', '.row.head', '.rows', '.rows .row'].filter((part) => {"
                    + " const { scrollWidth, clientWidth } = document.querySelector(part);"
                    + " return scrollWidth > clientWidth; }).join()"))
        .isEqualTo("");
  }

  @Test
  void administratorsCompareOtherPoliciesAndOwnersTryAnotherPrice() throws Exception {
    api.outcome(submit("user1", job("one", "true")));
    signIn("admin");
    goTo("/policies");
    await(() -> !all("[name=css]").isEmpty());
    find("[name=css]").click();
    find("form button").click();
    await(() -> all("tbody tr").size() >= 6); // three runs, and their domains
    assertThat(text()).contains("as recorded").contains("backfilling").contains("100 %");
    goTo("/prices");
    await(() -> !all("[name=price]").isEmpty());
    write("price", "0.5");
    find("form[aria-label='A price to try'] button").click();
    await(() -> text().contains("at the other price"));
    await(() -> all("tbody tr").size() == 3);
  }
}
