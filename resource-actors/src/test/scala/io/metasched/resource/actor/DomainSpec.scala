package io.metasched.resource.actor

import scala.jdk.CollectionConverters._

import io.metasched.resource.actor.Domain._
import io.metasched.resource.config.DomainSettings
import io.metasched.resource.fixture.{ActorSpec, Pictures}
import io.metasched.resource.model.{JobId, Span}
import io.metasched.resource.owner.{CommandId, LocalPlan}
import io.metasched.resource.pricing.ListPricing

final class DomainSpec extends ActorSpec {

  private val job = JobId.of(1)

  "A domain" should {

    "hold and commit what its owners have" in {
      val domain = testKit.spawn(Domain.create(0, nodes("n1", "n2"), new ListPricing, Idle, DomainSettings.load()))
      val giver = testKit.createTestProbe[Reply]()
      domain ! new OpenSession(id(1), new Span(0, 9000), 0, giver.ref)
      val opened = giver.expectMessageType[SessionOpened]
      opened.slots shouldBe 2

      domain ! new Hold(
        id(2),
        job,
        List(new HeldPart(1, new Span(0, 10), 1), new HeldPart(2, new Span(0, 10), 1)).asJava,
        0,
        1,
        giver.ref
      )
      giver.expectMessage(new Done(id(2)))
      domain ! new Commit(id(3), job, List[Integer](1, 2).asJava, List.empty[Integer].asJava, 0, giver.ref)
      giver.expectMessage(new Done(id(3)))
    }
  }

  private def id(number: Long) = new CommandId(7, number)
  private def nodes(rows: String*) = rows.map(Pictures.node).asJava

  private object Idle extends LocalPlan {
    override def blockTicks: Long = 10000
    override def load(node: Int, block: Span): java.util.List[Span] = List.empty[Span].asJava
  }
}
