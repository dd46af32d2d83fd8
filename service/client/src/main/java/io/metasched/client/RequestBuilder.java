package io.metasched.client;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Mark of the records of requests, for which the compiler writes builders. */
@RecordBuilder.Template(
    options =
        @RecordBuilder.Options(
            enableWither = false,
            enableGetters = false,
            addStaticBuilder = false,
            addConcreteSettersForOptional = true,
            useImmutableCollections = true))
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@interface RequestBuilder {}
