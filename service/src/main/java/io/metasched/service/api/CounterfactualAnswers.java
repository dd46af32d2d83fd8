package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.Money;
import io.metasched.service.counterfactual.Counterfactual;
import io.metasched.service.counterfactual.Figures;
import io.metasched.service.counterfactual.Stretch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** JSON answers about replays of the recorded history. */
public final class CounterfactualAnswers {
  private static final double THOUSANDTHS = 1000;

  private CounterfactualAnswers() {}

  /** Returns an interval, to which outcomes are added. */
  public static ObjectNode stretch(Stretch stretch) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("from", Answers.time(stretch.begins()));
    return json.put("to", Answers.time(stretch.ends()));
  }

  /** Returns the outcome for all nodes and jobs. */
  public static ObjectNode outcome(Stretch stretch, Counterfactual.Outcome outcome) {
    var json = JsonNodeFactory.instance.objectNode();
    var figures = outcome.figures();
    json.put("policy", outcome.policy()).put("whole", outcome.whole());
    json.put("jobs", figures.jobs()).put("placed", figures.placed());
    json.put("placedShare", share(figures.placed(), figures.jobs()));
    json.put("meanWait", Duration.ofMillis(Math.round(figures.meanWaitMillis())).toString());
    json.put("done", figures.done()).put("refused", figures.refused());
    json.put("cost", Money.format(figures.costMilli()));
    income(json, stretch, figures.nodes());
    var domains = new TreeMap<String, List<Figures.OfNode>>();
    for (var node : figures.nodes()) {
      domains.computeIfAbsent(node.node().domain(), name -> new ArrayList<>()).add(node);
    }
    var array = json.putArray("domains");
    domains.forEach((name, nodes) -> income(array.addObject().put("domain", name), stretch, nodes));
    return json;
  }

  public static ObjectNode ofNode(Stretch stretch, Counterfactual.Outcome outcome, String node) {
    var json = JsonNodeFactory.instance.objectNode().put("whole", outcome.whole());
    income(
        json,
        stretch,
        outcome.figures().nodes().stream()
            .filter(each -> each.node().name().equals(node))
            .toList());
    return json;
  }

  private static void income(ObjectNode json, Stretch stretch, List<Figures.OfNode> nodes) {
    long income = nodes.stream().mapToLong(Figures.OfNode::incomeMilli).sum();
    long used = nodes.stream().mapToLong(Figures.OfNode::usedMillis).sum();
    long there = Duration.between(stretch.begins(), stretch.ends()).toMillis() * nodes.size();
    json.put("income", Money.format(income));
    json.put("utilisation", share(used, there));
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : Math.round(THOUSANDTHS * part / whole) / THOUSANDTHS;
  }
}
