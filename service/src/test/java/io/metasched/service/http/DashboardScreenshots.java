package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;

/**
 * Screenshots of all views, written to the folder named by property {@code screenshots}: narrow and
 * wide, dark and light, of a service with some hours of history. The load time of the first view,
 * with all answers, is also measured. The content is not checked.
 */
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
final class DashboardScreenshots {
  private static final List<Integer> WIDTHS = List.of(500, 1400);
  private static final List<String> THEMES = List.of("light", "dark");
  private static final int HIGHEST = 3000;

  @TempDir private Path folder;

  private static void await(BooleanSupplier condition) {
    while (true) {
      try {
        if (condition.getAsBoolean()) {
          return;
        }
      } catch (WebDriverException again) {
        // the page is being redrawn
      }
      LockSupport.parkNanos(50_000_000);
    }
  }

  private static void signIn(ChromeDriver browser, ShownService service, String user)
      throws IOException {
    browser.manage().deleteAllCookies();
    browser.get("about:blank");
    browser.get(service.url());
    await(() -> !browser.findElements(By.id("token")).isEmpty());
    browser.findElement(By.id("token")).sendKeys(service.token(user), Keys.ENTER);
    await(() -> !browser.findElements(By.cssSelector("nav a")).isEmpty());
  }

  private static void awaitView(ChromeDriver browser) {
    await(() -> !browser.findElements(By.tagName("h1")).isEmpty());
    await(() -> !browser.findElement(By.tagName("main")).getText().contains("Loading"));
  }

  private static int number(ChromeDriver browser, String script) {
    return ((Number) Objects.requireNonNull(browser.executeScript(script))).intValue();
  }

  private static void take(ChromeDriver browser, Path file) throws IOException {
    var clip =
        Map.of(
            "x", 0,
            "y", 0,
            "width", number(browser, "return innerWidth"),
            "height", Math.min(HIGHEST, number(browser, "return document.body.scrollHeight")),
            "scale", 1);
    var shot =
        browser.executeCdpCommand(
            "Page.captureScreenshot", Map.of("clip", clip, "captureBeyondViewport", true));
    Files.write(file, Base64.getDecoder().decode(String.valueOf(shot.get("data"))));
  }

  /** Fills in the form of a view, if there is one. */
  private static void use(ChromeDriver browser, String view) {
    if (view.equals("submit")) {
      browser.findElement(By.name("command")).sendKeys(Keys.chord(Keys.CONTROL, "a"), "./fit 20 0");
      browser.findElement(By.name("nodes")).sendKeys(Keys.chord(Keys.CONTROL, "a"), "2");
      browser.findElement(By.name("account")).sendKeys(Keys.chord(Keys.CONTROL, "a"), "physics");
      await(() -> !browser.findElements(By.cssSelector(".cards .card")).isEmpty());
      browser.findElement(By.cssSelector(".cards .card")).click();
    } else if (view.equals("policies")) {
      browser.findElement(By.name("css")).click();
      browser.findElement(By.cssSelector("main form button")).click();
      await(() -> !browser.findElements(By.cssSelector("tbody tr")).isEmpty());
    } else if (view.equals("prices")) {
      browser.findElement(By.name("price")).sendKeys(Keys.chord(Keys.CONTROL, "a"), "0.02");
      browser.findElement(By.cssSelector("[aria-label='A price to try'] button")).click();
      await(() -> !browser.findElements(By.cssSelector("tbody tr")).isEmpty());
    }
  }

  @Test
  void ofAllViews() throws Exception {
    var to = Files.createDirectories(Path.of(System.getProperty("screenshots")));
    try (var service = new ShownService(folder)) {
      var there = service.live();
      var views = new TreeMap<String, String>();
      for (var name :
          List.of("overview", "jobs", "workflows", "nodes", "reservations", "policies")) {
        views.put(name, "/" + name);
      }
      views.put("accounts", "/accounts?account=physics");
      views.put("prices", "/prices?node=north-1");
      views.put("node", "/node/north-1");
      views.put("job", "/job/" + there.path("running").asText());
      views.put("waiting", "/job/" + there.path("waiting").asText());
      views.put("workflow", "/workflow/" + there.path("workflow").asText());
      views.put("submit", "/submit");
      for (var theme : THEMES) {
        var browser = HeadlessBrowser.start(folder.resolve("profile-" + theme));
        try {
          signIn(browser, service, "admin");
          browser.executeScript("localStorage.setItem('theme', arguments[0])", theme);
          browser.navigate().refresh();
          awaitView(browser);
          System.out.printf(
              "first view, %s: %d ms%n", theme, number(browser, "return performance.now()"));
          for (int width : WIDTHS) {
            browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
            for (var view : views.entrySet()) {
              browser.executeScript("location.hash = arguments[0]", view.getValue());
              awaitView(browser);
              use(browser, view.getKey());
              LockSupport.parkNanos(1_500_000_000); // curves are drawn after layout
              var name = "%s-%d-%s.png".formatted(view.getKey(), width, theme);
              take(browser, to.resolve(name));
            }
          }
        } finally {
          browser.quit();
        }
      }
    }
    try (var files = Files.list(to)) {
      assertThat(files.count()).isGreaterThan(40);
    }
  }
}
