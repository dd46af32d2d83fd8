package io.metasched.service.http;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Headless browser, if one is installed on this machine. */
final class HeadlessBrowser {
  private HeadlessBrowser() {}

  private static Path program(String name) {
    return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(Path.of(""));
  }

  static boolean isThere() {
    return !program("chromium").toString().isEmpty()
        && !program("chromedriver").toString().isEmpty();
  }

  /** Starts the browser with a separate window. */
  static ChromeDriver start(Path profile, String... arguments) {
    var options = new ChromeOptions();
    options.setBinary(program("chromium").toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile);
    options.addArguments(arguments);
    var driver =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program("chromedriver").toFile())
            .build();
    var browser = new ChromeDriver(driver, options);
    browser.manage().window().setSize(new Dimension(1400, 1000));
    return browser;
  }
}
