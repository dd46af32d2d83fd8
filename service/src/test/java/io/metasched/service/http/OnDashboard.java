package io.metasched.service.http;

import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;

/** Base of test classes with the dashboard of a whole service in a real browser. */
@EnabledIf(
    value = "io.metasched.service.http.HeadlessBrowser#isThere",
    disabledReason = "no chromium and chromedriver on the PATH")
@Tag("slow")
@Tag("browser")
abstract class OnDashboard {
  static final ObjectMapper JSON = new ObjectMapper();
  static final String HOSTILE = "<img src=x onerror='document.title=1'>\"&";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;
  TestedApi api;
  ChromeDriver browser;

  @BeforeEach
  void start() throws IOException {
    api = new TestedApi(folder);
    browser = HeadlessBrowser.start(folder.resolve("profile"));
  }

  @AfterEach
  void end() {
    browser.quit();
    api.close();
  }

  // --- actions of a reader

  void signIn(String user) throws IOException {
    browser.get(api.service.url());
    await(() -> !all("#token").isEmpty());
    find("#token").sendKeys(api.token(user), Keys.ENTER);
    await(() -> !all("nav a").isEmpty());
  }

  List<WebElement> all(String selector) {
    return browser.findElements(By.cssSelector(selector));
  }

  WebElement find(String selector) {
    return browser.findElement(By.cssSelector(selector));
  }

  String text() {
    return find("body").getText();
  }

  /**
   * Waits up to {@link #PATIENCE}; an element that the page replaces during the wait is read again.
   */
  void await(Supplier<Boolean> condition) {
    var end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      try {
        if (condition.get()) {
          return;
        }
      } catch (StaleElementReferenceException | NoSuchElementException again) {
        // the page has replaced the element, or shows another view
      }
      LockSupport.parkNanos(20_000_000); // the browser also needs the processor
    }
    fail("not within %s; the page shows:%n%s", PATIENCE, text());
  }

  void goTo(String view) {
    browser.executeScript("location.hash = arguments[0]", view);
  }

  static ObjectNode job(String name, String... command) {
    var json = JSON.createObjectNode().put("name", name);
    json.putObject("work").put("duration", "PT10S");
    var words = json.putObject("run").putArray("command");
    List.of(command).forEach(words::add);
    return json;
  }
}
