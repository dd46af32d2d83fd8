package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names each kind of answer to the keeper of time that is written down. */
@JacksonAnnotationsInside
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Metascheduler.CycleBegun.class, name = "cycle-begun"),
  @JsonSubTypes.Type(value = Metascheduler.JobsBooked.class, name = "jobs-booked"),
  @JsonSubTypes.Type(value = Metascheduler.Done.class, name = "done")
})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@interface KeeperReplyNames {}
