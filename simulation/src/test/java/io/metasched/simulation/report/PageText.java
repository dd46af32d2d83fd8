package io.metasched.simulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** Checks of the text of a page. */
public final class PageText {
  private PageText() {}

  /** Returns the data of a block. */
  public static JsonNode block(String page, String id) throws IOException {
    var begin = "<script type=\"application/json\" id=\"%s\">".formatted(id);
    int at = page.indexOf(begin) + begin.length();
    return new ObjectMapper().readTree(page.substring(at, page.indexOf("</script>", at)));
  }

  /** Asserts that a page is complete, loads no resources and creates no markup from text. */
  public static void assertNeedsNothingElse(String page) {
    assertThat(page).doesNotContain("src=", "href=", "url(", "@import", "import(", "fetch(");
    assertThat(page.replace("'http://www.w3.org/2000/svg'", ""))
        .as("the name of SVG is no place to load from")
        .doesNotContain("http:", "https:");
    assertThat(page).doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(");
    assertThat(page).contains("default-src 'none'").endsWith("</html>\n");
    assertThat(page).doesNotContain("<!-- sections", "<!-- data", "/* style */", ".html -->");
  }
}
