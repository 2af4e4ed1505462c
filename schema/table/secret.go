package main

import (
	"log"
	"slices"
)

// secrets are the fields that hold credentials, by hand: no document marks them. Values of
// environment variables and HTTP headers are on the list because many are passwords; whole
// objects and parts of them because they may be a Secret, or a pod template with such values.
var secrets = []string{
	"admission/v1.AdmissionRequest.object",
	"admission/v1.AdmissionRequest.oldObject",
	"admission/v1.AdmissionResponse.patch",
	"admission/v1beta1.AdmissionRequest.object",
	"admission/v1beta1.AdmissionRequest.oldObject",
	"admission/v1beta1.AdmissionResponse.patch",
	"apiextensions/v1.ConversionRequest.objects",
	"apiextensions/v1.ConversionResponse.convertedObjects",
	"apps/v1.ControllerRevision.data",
	"apps/v1beta1.ControllerRevision.data",
	"apps/v1beta2.ControllerRevision.data",
	"authentication/v1.TokenRequestStatus.token",
	"authentication/v1.TokenReviewSpec.token",
	"authentication/v1beta1.TokenReviewSpec.token",
	"core/v1.EnvVar.value",
	"core/v1.HTTPHeader.value",
	"core/v1.List.items",
	"core/v1.Secret.data",
	"core/v1.Secret.stringData",
	"meta/v1.WatchEvent.object",
}

// markSecrets only warns about an entry without a field: releases add and remove kinds.
func markSecrets(types []*typeEntry) {
	found := 0
	for _, t := range types {
		for _, f := range t.fields {
			f.secret = slices.Contains(secrets, t.String()+"."+f.name)
			if f.secret {
				found++
			}
		}
	}
	if found != len(secrets) {
		log.Printf("warning: only %d of %d secret fields exist in this release", found, len(secrets))
	}
}
